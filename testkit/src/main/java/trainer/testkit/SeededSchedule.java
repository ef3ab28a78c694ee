package trainer.testkit;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import trainer.core.random.SplitMix64;
import trainer.core.time.Moment;

/**
 * Virtual time and chance for a whole cluster in one thread: a queue of all future events, ordered
 * by time, and one seeded source for every draw. The same seed gives the same history.
 */
public final class SeededSchedule {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private record Entry(long at, long number, Runnable what) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::at).thenComparingLong(Entry::number));
  private final SplitMix64 random;
  private long now;
  private long number;

  public SeededSchedule(long seed) {
    this.random = SplitMix64.of(seed, 0);
  }

  /** Virtual nanoseconds since the beginning. */
  public long nanos() {
    return now;
  }

  public Moment moment() {
    return new Moment(now, EPOCH_MILLIS + now / NANOS_PER_MILLI);
  }

  /** Schedules an event after a delay; of two at the same time, the first scheduled comes first. */
  public void after(long nanos, Runnable what) {
    entries.add(new Entry(now + Math.max(0, nanos), number++, what));
  }

  /** {@link #after} in milliseconds. */
  public void afterMillis(long millis, Runnable what) {
    after(millis * NANOS_PER_MILLI, what);
  }

  /** A number 0 ≤ x &lt; bound. */
  public int below(int bound) {
    return random.below(bound);
  }

  /** A number from ≤ x ≤ to. */
  public int between(int from, int to) {
    return from + random.below(to - from + 1);
  }

  /** True once in {@code odds} draws. */
  public boolean oneIn(int odds) {
    return random.below(odds) == 0;
  }

  /**
   * Runs events until {@code done}, none is left, or {@code limitNanos} is reached.
   *
   * @return whether it is done
   */
  public boolean run(BooleanSupplier done, long limitNanos) {
    while (!done.getAsBoolean()) {
      Entry next = entries.poll();
      if (next == null || next.at() > limitNanos) {
        return false;
      }
      now = next.at();
      next.what().run();
    }
    return true;
  }
}
