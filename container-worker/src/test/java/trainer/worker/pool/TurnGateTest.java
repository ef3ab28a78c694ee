package trainer.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobId;

class TurnGateTest {
  private static final JobId FIRST = new JobId("application_1_0001", 1);
  private static final JobId SECOND = new JobId("application_1_0001", 2);
  private static final long TURN = TimeUnit.MILLISECONDS.toNanos(20);

  private final List<Thread> threads = new ArrayList<>();

  @AfterEach
  void ends() throws InterruptedException {
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
  }

  /** A thread that computes a row in so many milliseconds, again and again. */
  private AtomicLong compute(TurnGate.OfJob turns, long millis, Runnable during) {
    AtomicLong rows = new AtomicLong();
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  turns.begin();
                  try {
                    during.run();
                    Thread.sleep(millis);
                    rows.incrementAndGet();
                  } finally {
                    turns.end(rows.get());
                  }
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    threads.add(thread);
    thread.start();
    return rows;
  }

  /** Waits until there are more rows than these, however busy the machine is. */
  private static void await(AtomicLong rows, long least) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (rows.get() <= least && System.nanoTime() < until) {
      Thread.sleep(10);
    }
    assertThat(rows.get()).isGreaterThan(least);
  }

  private static TurnGate.OfJob add(TurnGate gate, JobId job) {
    TurnGate.OfJob turns = gate.add(job);
    turns.turn(TURN, 0);
    return turns;
  }

  @Test
  void jobsOfDifferentSpeedsComputeAsManyRowsOneAtATime() throws InterruptedException {
    TurnGate gate = new TurnGate(1, System::nanoTime);
    AtomicInteger both = new AtomicInteger();
    AtomicInteger at = new AtomicInteger();
    AtomicLong slow = compute(add(gate, FIRST), 9, () -> enter(at, both));
    AtomicLong fast = compute(add(gate, SECOND), 3, () -> enter(at, both));
    await(slow, 50);
    assertThat(fast.get()).isCloseTo(slow.get(), within(15L));
    assertThat(both.get()).as("no two threads compute at once").isZero();
  }

  /** Notes in {@code both} whether another thread is between this call and 2 ms after it. */
  private static void enter(AtomicInteger at, AtomicInteger both) {
    both.addAndGet(at.getAndIncrement());
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    at.decrementAndGet();
  }

  @Test
  void aJobThatIsAheadElsewhereWaitsForTheOther() throws InterruptedException {
    TurnGate gate = new TurnGate(1, System::nanoTime);
    gate.since(1);
    TurnGate.OfJob ahead = add(gate, FIRST);
    TurnGate.OfJob behind = add(gate, SECOND);
    Thread.sleep(200);
    ahead.turn(TURN, 100_000); // and from here on as many again in each 200 ms
    AtomicLong rowsAhead = compute(ahead, 2, () -> {});
    AtomicLong rowsBehind = compute(behind, 2, () -> {});
    Thread.sleep(1000);
    assertThat(rowsBehind.get()).isGreaterThan(10 * Math.max(1, rowsAhead.get()));
    gate.since(2);
    long before = rowsAhead.get();
    await(rowsAhead, before + 50); // after a change all are equal
  }

  @Test
  void aJobWithoutTasksLeavesItsTurnsToTheOther() throws InterruptedException {
    TurnGate gate = new TurnGate(1, System::nanoTime);
    TurnGate.OfJob idle = gate.add(FIRST);
    idle.turn(TimeUnit.HOURS.toNanos(1), 0);
    await(compute(add(gate, SECOND), 1, () -> {}), 100);
  }

  @Test
  void aServiceThatEndsTakesNoTurnOfAnotherOneOfItsJob() throws InterruptedException {
    TurnGate gate = new TurnGate(1, System::nanoTime);
    TurnGate.OfJob old = add(gate, FIRST);
    TurnGate.OfJob next = add(gate, FIRST);
    gate.remove(old);
    await(compute(next, 1, () -> {}), 0);
  }

  @Test
  void aBlockThatHangsHoldsNoOtherJobUp() throws InterruptedException {
    AtomicLong clock = new AtomicLong();
    TurnGate gate = new TurnGate(1, clock::get);
    TurnGate.OfJob hanging = add(gate, FIRST);
    CountDownLatch isIn = new CountDownLatch(1);
    AtomicLong never = compute(hanging, Long.MAX_VALUE / 2, isIn::countDown);
    isIn.await();
    AtomicLong rows = compute(add(gate, SECOND), 1, () -> {});
    Thread.sleep(300);
    assertThat(rows.get()).isZero();
    clock.set(TimeUnit.SECONDS.toNanos(11));
    await(rows, 0);
    assertThat(never.get()).isZero();
  }
}
