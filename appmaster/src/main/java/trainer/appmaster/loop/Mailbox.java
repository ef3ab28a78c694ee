package trainer.appmaster.loop;

import trainer.core.job.JobId;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;

/**
 * The queue of events for the core, filled by all other threads. Offering never blocks and never
 * fails. Events of one thread are handled in the order in which it offered them.
 */
public interface Mailbox {
  /**
   * Offers an event.
   *
   * @param handled run on the core thread once the event has been handled; a sender bounds its
   *     pending events with it
   */
  void offer(Event event, Runnable handled);

  /** Offers an event of a job. */
  default void offer(JobId job, JobEvent event) {
    offer(new Event.OfJob(job, event), () -> {});
  }

  /** Offers an event of the containers. */
  default void offer(FleetEvent event) {
    offer(new Event.OfFleet(event), () -> {});
  }
}
