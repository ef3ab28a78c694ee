package trainer.worker.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SerialExecutorTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int THREADS = 4;
  private static final int EACH = 50_000;

  private final SerialExecutor executor = new SerialExecutor();

  @Test
  void readsAllMailOfAllThreadsOneAtATimeAndInOrderOfEach() throws InterruptedException {
    int[] last = new int[THREADS];
    int[] read = {0};
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 1; i <= EACH; i++) {
                  int sent = i;
                  executor.execute(
                      () -> {
                        last[number] = last[number] + 1 == sent ? sent : Integer.MIN_VALUE;
                        if (++read[0] == THREADS * EACH) {
                          executor.end();
                        }
                      });
                }
              }));
    }
    threads.forEach(Thread::start);
    executor.awaitEnd(() -> {}, MILLI);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(last).containsOnly(EACH);
  }

  @Test
  void readsWhatAMailLeavesAfterIt() {
    List<String> read = new ArrayList<>();
    executor.execute(
        () -> {
          executor.execute(() -> read.add("second"));
          read.add("first");
        });
    assertThat(read).containsExactly("first", "second");
  }

  @Test
  void readsNothingAfterTheEnd() throws InterruptedException {
    List<String> read = new ArrayList<>();
    executor.execute(
        () -> {
          executor.execute(() -> read.add("too late"));
          executor.end();
        });
    executor.awaitEnd(() -> {}, MILLI);
    executor.close();
    executor.execute(() -> read.add("much too late"));
    assertThat(read).isEmpty();
  }

  @Test
  void closingWaitsForWhoReads() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<String> done = new ArrayList<>();
    Thread other =
        new Thread(
            () ->
                executor.execute(
                    () -> {
                      begun.countDown();
                      try {
                        go.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                      done.add("read");
                    }));
    other.start();
    begun.await();
    Thread closing = new Thread(executor::close);
    closing.start();
    closing.join(50);
    assertThat(closing.isAlive()).isTrue();
    go.countDown();
    closing.join();
    assertThat(done).containsExactly("read");
  }

  @Test
  void whatAMailThrowsIsThrownToWhoWaitsAndNotToWhoLeftIt() {
    executor.execute(
        () -> {
          throw new IllegalArgumentException("broken");
        });
    assertThatThrownBy(() -> executor.awaitEnd(() -> {}, MILLI)).hasMessage("broken");
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> executor.awaitEnd(() -> {}, TimeUnit.HOURS.toNanos(1)))
        .isInstanceOf(InterruptedException.class);
  }
}
