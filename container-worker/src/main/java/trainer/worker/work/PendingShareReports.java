package trainer.worker.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;

/**
 * Reports of finished shares that have not been sent to the master. The master needs them soon but
 * not at once, and a message costs both ends more than a short share. Reports are therefore sent
 * together: at a tick, before another message, or when the worker has no other share.
 */
final class PendingShareReports {
  /**
   * A share that took longer is reported at once, because its lateness shows whether its worker is
   * slow.
   */
  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private final List<FromMember> pending = new ArrayList<>();
  private boolean isDue;

  void add(FromWorker.ShareDone share) {
    pending.add(share);
    isDue |= share.nanos() > SHORT;
  }

  /** Whether a report is pending that should not wait. */
  boolean isDue() {
    return isDue;
  }

  /** Takes all pending reports, to be sent now. */
  List<FromMember> takeAll() {
    if (pending.isEmpty()) {
      return List.of();
    }
    List<FromMember> taken = List.copyOf(pending);
    pending.clear();
    isDue = false;
    return taken;
  }
}
