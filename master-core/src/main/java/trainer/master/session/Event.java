package trainer.master.session;

import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;

/** An event that the shell offers to a {@link Session}. */
public sealed interface Event {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Remembered event);

    void on(Submitted event);

    void on(OfJob event);

    void on(OfFleet event);

    void on(Tick event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * The facts that earlier masters wrote to the fleet's journal; always the first event. {@link
   * FleetEvent.Joined} then lists the containers that still run, before any job is started.
   */
  record Remembered(List<Fact> fleet) implements Event {
    public Remembered {
      fleet = List.copyOf(fleet);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A job for this master. It starts with {@link JobEvent.Started}, and continues from the state
   * that earlier masters left.
   *
   * @param specText the job file's content, as written to the journal
   * @param remembered the facts that earlier masters wrote to the job's journal; empty for a fresh
   *     job
   */
  record Submitted(JobSpec spec, String specText, List<Fact> remembered) implements Event {
    /** A fresh job. */
    public Submitted(JobSpec spec, String specText) {
      this(spec, specText, List.of());
    }

    public Submitted {
      remembered = List.copyOf(remembered);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** An event for one job; dropped if there is no such job. */
  record OfJob(JobId job, JobEvent event) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** An event about the containers. */
  record OfFleet(FleetEvent event) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Time has passed; see {@link Session#nextDeadline}. Reaches every job and the fleet. */
  record Tick() implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
