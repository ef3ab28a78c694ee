package trainer.appmaster.session;

import trainer.appmaster.fleet.FleetEvent;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** What the shell offers to a {@link Session}. */
public sealed interface Event {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Submitted event);

    void on(OfTracker event);

    void on(OfFleet event);

    void on(Tick event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * A job for this master. It starts with {@link TrackerEvent.Started}.
   *
   * @param specText the job file's content, as it goes into the journal
   */
  record Submitted(JobSpec spec, String specText) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Something happened to one job; dropped when there is no such job. */
  record OfTracker(JobId job, TrackerEvent event) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Something happened to the containers. */
  record OfFleet(FleetEvent event) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Time has passed: see {@link Session#nextDeadline}. Reaches every job and the fleet. */
  record Tick() implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
