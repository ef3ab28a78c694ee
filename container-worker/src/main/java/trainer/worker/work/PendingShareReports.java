package trainer.worker.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import trainer.core.message.FromMember;

/**
 * Shares that are done, of which the master has not been told: it needs to know soon, but not at
 * once, and a message costs both ends more than a short share. So those are told together, with a
 * tick, or when something else is said, or when there is no other share at hand.
 */
final class PendingShareReports {
  /** One that took longer is told at once: how late it is says whether its worker is slow. */
  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private final List<FromMember> untold = new ArrayList<>();
  private boolean isDue;

  void add(FromMember.ShareDone share) {
    untold.add(share);
    isDue |= share.nanos() > SHORT;
  }

  /** Whether there is something to be told that should not wait. */
  boolean isDue() {
    return isDue;
  }

  /** All of it, to be said now. */
  List<FromMember> takeAll() {
    if (untold.isEmpty()) {
      return List.of();
    }
    List<FromMember> taken = List.copyOf(untold);
    untold.clear();
    isDue = false;
    return taken;
  }
}
