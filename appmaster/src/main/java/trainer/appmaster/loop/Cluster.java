package trainer.appmaster.loop;

import java.time.Duration;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.master.fleet.FleetAction;

/**
 * Who gives containers: YARN, or this machine.
 *
 * <p>Everything it learns it offers to the mailbox. Its methods are called by the core thread and
 * do not wait, but for {@link #join} and {@link #leave}.
 */
public interface Cluster extends FleetAction.Handler {
  /** How this master is reached. */
  record Address(String host, int port, String trackingUrl) {}

  /** How the application ended, for the cluster's own books. */
  record Ending(JobState state, Failure failure, String report) {}

  /**
   * Announces this master; once, before anything is asked for. What earlier masters have left
   * running is offered as {@link trainer.master.fleet.FleetEvent.Joined} before this returns.
   */
  void join(Address address);

  /** Whether the cluster has dealt with this master so lately; one that is cut off is not. */
  boolean isHeardWithin(Duration time);

  /** How far the work is, 0 to 1. */
  void progress(float fraction);

  /** Stops whatever still runs, says how it ended, and leaves; the last thing a master does. */
  void leave(Ending ending);
}
