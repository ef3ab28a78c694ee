package trainer.pserver.replica;

import java.util.Map;
import trainer.core.message.TimeSpent;

/** Counts the time in which a lane computes rows from gradients. Confined to the lane's thread. */
final class ApplyClock {
  private long applied;
  private long nanos;

  /**
   * Counts computed versions or updates.
   *
   * @param since the {@link System#nanoTime} before the computation
   */
  void count(long since) {
    applied++;
    nanos += System.nanoTime() - since;
  }

  TimeSpent spent() {
    return new TimeSpent(applied, Map.of(TimeSpent.Phase.APPLY, nanos));
  }
}
