package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.worker.compute.PreparedShare;

/** Blocks of units: one reading gives all of them. */
class ReadAheadOfUnitsTest extends DrivenReadAhead {
  /** The keys of a prepared share, without those that all blocks have. */
  private static List<Integer> numbers(PreparedShare share) {
    return share.blocks().stream().map(b -> b.block().number()).toList();
  }

  @Test
  void aUnitIsReadOnceHoweverItsBlocksAreAskedFor() throws InterruptedException {
    for (long memory : new long[] {1 << 20, 0}) {
      for (int threads : new int[] {1, 3, 3, 3, 3, 3, 3, 3, 3}) {
        inMemory = memory;
        epochs = 1;
        blocksOfAUnit = 6;
        read.clear();
        start(threads, 0, (file, block) -> examples(block));
        int[][] asked = {{0, 7, 3}, {9, 1}, {6, 2, 4}, {5, 8, 10, 11}};
        for (int i = 0; i < asked.length; i++) {
          reading.prepare(i, 0, blocks(asked[i]));
        }
        for (int i = 0; i < asked.length; i++) {
          assertThat(nextEnd()).startsWith("prepared");
        }
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < asked.length; i++) {
          all.addAll(numbers(prepared.take()));
        }
        assertThat(all).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(read).as(memory + " bytes, " + threads + " threads").hasSize(2);
        reading.close();
      }
    }
  }

  @Test
  void unitsAreKeptForLaterEpochs() throws InterruptedException {
    blocksOfAUnit = 4;
    start(1, 1 << 20, (file, block) -> examples(block));
    for (int epoch = 0; epoch < 3; epoch++) {
      reading.prepare(10L * epoch, 0, blocks(0, 2, 5));
      reading.prepare(10L * epoch + 1, 0, blocks(1, 3, 4, 6, 7));
      assertThat(nextEnd()).startsWith("prepared");
      assertThat(nextEnd()).startsWith("prepared");
    }
    assertThat(read).hasSize(2);
  }

  @Test
  void aBlockThatFailsLeavesItsUnitToOthers() {
    blocksOfAUnit = 3;
    epochs = 1;
    start(
        2,
        0,
        (file, block) -> {
          if (read.size() == 1) {
            throw new FailureException(FailureKind.INPUT_GONE, "gone", file.path(), "");
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(0));
    assertThat(nextEnd()).isEqualTo("failed 1 at block 0: INPUT_GONE");
    reading.prepare(2, 0, blocks(1, 2));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).hasSize(2);
  }
}
