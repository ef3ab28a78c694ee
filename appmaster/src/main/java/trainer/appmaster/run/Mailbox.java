package trainer.appmaster.run;

import trainer.appmaster.fleet.FleetEvent;
import trainer.appmaster.session.Event;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.job.JobId;

/**
 * Where every other thread leaves what the core has to know. Offering never blocks and never fails;
 * events of one thread are handled in the order it offered them.
 */
public interface Mailbox {
  /**
   * Something happened.
   *
   * @param handled run on the core thread once the event has been handled: how a sender bounds what
   *     it has in the mailbox
   */
  void offer(Event event, Runnable handled);

  /** Something happened to a job. */
  default void offer(JobId job, TrackerEvent event) {
    offer(new Event.OfTracker(job, event), () -> {});
  }

  /** Something happened to the containers. */
  default void offer(FleetEvent event) {
    offer(new Event.OfFleet(event), () -> {});
  }
}
