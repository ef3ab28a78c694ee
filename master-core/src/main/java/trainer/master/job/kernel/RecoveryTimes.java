package trainer.master.job.kernel;

import java.util.ArrayList;
import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The losses a job survived, each with the time until training went on: until every share was in
 * good hands again, or, where nothing could be committed meanwhile, until the next version was.
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

  /** Lost at {@code nanos}, the moment it was last known to be well. */
  public void lost(String what, long nanos) {
    open(what, nanos, false);
  }

  /** From {@code nanos} on nothing could be committed. */
  public void held(String what, long nanos) {
    open(what, nanos, true);
  }

  private void open(String what, long nanos, boolean held) {
    long ago = (context.nanos() - nanos) / 1_000_000;
    open.add(new Open(what, context.millis() - ago, nanos, held));
  }

  /** Every share has a live holder. */
  public void goingOn() {
    close(false);
  }

  /** This version is the newest committed one. */
  public void committed(long newest) {
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

  /** Whether somebody is lost whose shares may be in nobody's hands. */
  public boolean isWaiting() {
    return open.stream().anyMatch(loss -> !loss.held());
  }

  public List<JobView.Survived> views() {
    return List.copyOf(survived);
  }
}
