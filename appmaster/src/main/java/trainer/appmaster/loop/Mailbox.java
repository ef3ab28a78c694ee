package trainer.appmaster.loop;

import trainer.core.job.JobId;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;

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
  default void offer(JobId job, JobEvent event) {
    offer(new Event.OfJob(job, event), () -> {});
  }

  /** Something happened to the containers. */
  default void offer(FleetEvent event) {
    offer(new Event.OfFleet(event), () -> {});
  }
}
