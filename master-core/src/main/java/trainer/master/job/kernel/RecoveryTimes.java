package trainer.master.job.kernel;

import java.util.ArrayList;
import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The losses that a job survived, each with its recovery time. Recovery ends when every share is
 * assigned to a live worker again. If nothing could be committed meanwhile, it ends with the next
 * committed version.
 */
public final class RecoveryTimes {
  private static final double NANOS = 1e9;

  private record Open(String what, long millis, long nanos, boolean held) {}

  private final JobContext context;
  private final List<Open> open = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();
  private long version;

  public RecoveryTimes(JobContext context) {
    this.context = context;
  }

  /** Records a loss; {@code nanos} is the last time that the lost process was known to be well. */
  public void onLost(String what, long nanos) {
    open(what, nanos, false);
  }

  /** Records a loss that blocks commits from {@code nanos} on. */
  public void held(String what, long nanos) {
    open(what, nanos, true);
  }

  private void open(String what, long nanos, boolean held) {
    long ago = (context.nanos() - nanos) / 1_000_000;
    open.add(new Open(what, context.millis() - ago, nanos, held));
  }

  /** Ends the recovery of lost shares: every share has a live holder. */
  public void onSharesHeld() {
    close(false);
  }

  /** Records the newest committed version; a newer one ends the recovery of blocked commits. */
  public void onCommitted(long newest) {
    if (newest > version) {
      close(true);
    }
    version = newest;
  }

  private void close(boolean held) {
    for (Open loss : open) {
      if (loss.held() == held) {
        survived.add(
            new JobView.Survived(
                loss.what(), loss.millis(), (context.nanos() - loss.nanos()) / NANOS));
        context.changed();
      }
    }
    open.removeIf(loss -> loss.held() == held);
  }

  /** Whether a loss is open whose shares may have no live holder. */
  public boolean isWaiting() {
    return open.stream().anyMatch(loss -> !loss.held());
  }

  public List<JobView.Survived> views() {
    return List.copyOf(survived);
  }
}
