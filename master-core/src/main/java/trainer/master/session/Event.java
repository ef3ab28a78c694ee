package trainer.master.session;

import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;

/** An event that the shell offers to a {@link Session}. */
public sealed interface Event {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Remembered event);

    void on(Begun event);

    void on(Submitted event);

    void on(Leads event);

    void on(Followed event);

    void on(Unfollowed event);

    void on(JobAsked event);

    void on(EndAsked event);

    void on(Reported event);

    void on(Lost event);

    void on(OfJob event);

    void on(OfFleet event);

    void on(Tick event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * The facts that earlier masters wrote to the fleet's journal; always the first event. {@link
   * FleetEvent.Joined} then lists the containers that still run, before any job is started.
   *
   * @param container in which this master runs; empty if it runs in none of the fleet's
   */
  record Remembered(List<Fact> fleet, String container) implements Event {
    public Remembered {
      fleet = List.copyOf(fleet);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * This master carries a session, which accepts jobs; it follows {@link Remembered}. Without it
   * the master carries the one job that is submitted.
   *
   * @param spec the session's settings, which hold for its nodes and its master
   */
  record Begun(JobSpec spec) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * This master leads: its jobs start, or go on.
   *
   * @param address on which it listens, {@code host:port}
   * @param container in which it runs
   * @param isFollowed whether the cluster starts another master, which follows this one
   * @param silentHost the host of an earlier leader that fell silent; empty if none did
   */
  record Leads(Term term, String address, String container, boolean isFollowed, String silentHost)
      implements Event {
    /** A master that nothing follows by itself, and that follows no silent one. */
    public Leads(Term term, String address, String container) {
      this(term, address, container, false, "");
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A standby follows this master.
   *
   * @param container in which it runs
   */
  record Followed(String container) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A standby follows this master no more: its connection broke.
   *
   * @param container in which it ran
   */
  record Unfollowed(String container) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A client asks the session to accept a job. Asking again for the same job is harmless.
   *
   * @param question the number of the request, for its answer
   * @param specText the job file's content, as written to the journal
   * @param digest SHA-256 of the job file
   */
  record JobAsked(long question, JobSpec spec, String specText, String digest) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A user asks for the end of the session, or the cluster ends it.
   *
   * @param state EXITED: its jobs end by themselves; KILLED: they are killed
   */
  record EndAsked(long question, JobState state, String by) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The report of a job of the session that has ended is written. */
  record Reported(JobId job) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A job that an earlier master accepted cannot be taken up: its files or its log are gone. Its
   * report is written.
   */
  record Lost(JobId job, Failure failure) implements Event {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A job for this master. It starts with {@link Leads}, and continues from the state that earlier
   * masters left.
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
