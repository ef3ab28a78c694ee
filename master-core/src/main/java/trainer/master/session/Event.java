package trainer.master.session;

import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;

/** What the shell offers to a {@link Session}. */
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
   * What earlier masters wrote into the fleet's log, before anything else. What of it still runs,
   * the cluster says with {@link FleetEvent.Joined}; that comes before any job is started.
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
   * A job for this master. It starts with {@link JobEvent.Started}, and goes on where earlier
   * masters left it.
   *
   * @param specText the job file's content, as it goes into the journal
   * @param remembered what earlier masters wrote into the job's log; nothing for a fresh job
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

  /** Something happened to one job; dropped when there is no such job. */
  record OfJob(JobId job, JobEvent event) implements Event {
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
