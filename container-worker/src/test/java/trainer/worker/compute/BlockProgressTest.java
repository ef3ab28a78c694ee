package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BlockProgressTest {
  private final BlockProgress progress = new BlockProgress();

  @Test
  void namesTheBlockThatAThreadHasBeenAtForLongestWhateverOthersBeginAndEnd() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread hangs =
        new Thread(
            () -> {
              progress.begin(7);
              begun.countDown();
              await(over);
              progress.end();
            },
            "hangs");
    hangs.start();
    await(begun);
    while (hangs.getState() != Thread.State.WAITING) {
      Thread.onSpinWait(); // it is on its way to where it hangs
    }

    progress.begin(3);
    assertThat(progress.block()).isEqualTo(7);
    progress.end();
    assertThat(progress.block()).isEqualTo(7);
    assertThat(progress.stacks())
        .startsWith("hangs is at block 7\n    at ")
        .contains("ProgressTest.await");

    over.countDown();
    hangs.join();
    assertThat(progress.block()).isEqualTo(-1);
    assertThat(progress.stacks()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
