package trainer.pserver.replica;

import java.util.Map;
import java.util.function.LongSupplier;
import trainer.core.message.TimeSpent;

/** Counts the time in which a lane computes rows from gradients. Confined to the lane's thread. */
final class ApplyClock {
  private final LongSupplier clock;
  private long applied;
  private long nanos;

  /**
   * @param clock nanoseconds of a monotonic clock
   */
  ApplyClock(LongSupplier clock) {
    this.clock = clock;
  }

  /** The present time, for {@link #count}. */
  long now() {
    return clock.getAsLong();
  }

  /** Counts a computed version or update that began at this time. */
  void count(long since) {
    applied++;
    nanos += now() - since;
  }

  TimeSpent spent() {
    return new TimeSpent(applied, Map.of(TimeSpent.Phase.APPLY, nanos));
  }
}
