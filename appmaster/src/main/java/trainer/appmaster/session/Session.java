package trainer.appmaster.session;

import java.util.List;
import java.util.Optional;
import trainer.appmaster.tracker.JobView;
import trainer.core.job.JobId;
import trainer.core.time.Moment;

/**
 * One master's pure core: the trackers of its jobs and the fleet of its containers.
 *
 * <p>Confined to one thread. Actions are performed in the order given; see {@link Action}.
 */
public final class Session {
  /** Takes one event in and says what is to be done about it. */
  public List<Action> handle(Event event, Moment now) {
    return List.of();
  }

  /** When {@link Event.Tick} is due at the latest, in the clock of {@link Moment#nanos}. */
  public long nextDeadline() {
    return Long.MAX_VALUE;
  }

  /** The job as it is now, for tests and the report; readers use what was shown. */
  public Optional<JobView> view(JobId job) {
    return Optional.empty();
  }
}
