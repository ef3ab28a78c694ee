package trainer.core.message;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.feature.Moments;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;

/** A message from a worker to the master. */
public sealed interface FromWorker extends FromMember {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(ShareDone message);

    void on(ShareFailed message);

    void on(TaskDone message);

    void on(TaskFailed message);

    void on(Clock message);

    void on(Reported message);

    void on(BadRecords message);

    void on(Evaluated message);

    void on(Measured message);

    void on(FileWritten message);

    void on(Unreachable message);

    void on(Served message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  @Override
  default void to(FromMember.Handler handler) {
    handler.on(this);
  }

  /**
   * A worker's report that every replica has acknowledged its share: a hint for speed.
   *
   * @param records records in the share
   * @param nanos time from the arrival of the parameters to the gradients; waiting for pservers and
   *     other workers does not count
   * @param totals of this process so far
   */
  record ShareDone(
      Line line, Version version, int share, long records, long nanos, WorkerTotals totals)
      implements FromWorker {
    /** The same without totals. */
    public ShareDone(Line line, Version version, int share, long records, long nanos) {
      this(line, version, share, records, nanos, WorkerTotals.NOTHING);
    }

    /** The same, with the totals by now. */
    public ShareDone with(WorkerTotals now) {
      return new ShareDone(line, version, share, records, nanos, now);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A failure in the data or the user's code while computing {@code block} of the share. */
  record ShareFailed(Line line, Version version, int share, int block, Failure failure)
      implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Every pserver has applied every step of a task, and the worker has room for another one.
   *
   * @param metrics of the task's records, each before its step was applied
   * @param staleness of its steps, where {@link ToWorker.Pace} holds them back; else empty
   * @param totals of this process so far
   */
  record TaskDone(
      Line line,
      Version version,
      Slot slot,
      Metrics metrics,
      Staleness staleness,
      WorkerTotals totals)
      implements FromWorker {
    /** The same without totals. */
    public TaskDone(Line line, Version version, Slot slot, Metrics metrics, Staleness staleness) {
      this(line, version, slot, metrics, staleness, WorkerTotals.NOTHING);
    }

    /** The same, for steps that were not held back. */
    public TaskDone(Line line, Version version, Slot slot, Metrics metrics) {
      this(line, version, slot, metrics, Staleness.NONE);
    }

    /** The same, with the totals by now. */
    public TaskDone with(WorkerTotals now) {
      return new TaskDone(line, version, slot, metrics, staleness, now);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A failure in the data or the user's code while computing {@code block} of a task. Earlier steps
   * of the task may have been applied.
   *
   * @param block the block, or −1 where none is to blame
   */
  record TaskFailed(Line line, Version version, Slot slot, int block, Failure failure)
      implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Progress of a worker that {@link ToWorker.Pace} holds back; sent whenever it changes.
   *
   * @param term of the pace under which the steps are numbered; a master ignores the numbers of
   *     another term, since an idle worker begins anew with each
   * @param finished every pserver has applied all steps of the worker before this number
   * @param begun the worker has begun all its steps before this number
   */
  record Clock(Term term, long finished, long begun) implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker's report, under {@code trainer.sync=versioned}, that it has computed a task's
   * gradients, or that a newer version overtook it meanwhile. Answered by {@link ToWorker.Order},
   * which assigns the gradients a share of the next version, or by {@link ToWorker.ModelVersion}.
   *
   * @param version as in {@link ToWorker.AssignTasks}
   * @param model the version they were computed on
   */
  record Reported(Line line, Version version, Slot slot, Version model) implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Broken records in a block that was read, for display. Each process that reads the block sends
   * it once. Decisions rest on {@link Metrics#bad}, which comes with the version.
   *
   * @param path the block's file
   * @param offset position in the file at which the block begins
   * @param skip records there that belong to the block before
   */
  record BadRecords(String path, long offset, int skip, long count, Failure first)
      implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToWorker.Evaluate}.
   *
   * @param line the line of the order
   * @param version the version that was scored
   */
  record Evaluated(Line line, Version version, int task, Evaluation evaluation)
      implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToWorker.Measure}.
   *
   * @param moments one for each term that standardises a number, in the order of {@code
   *     trainer.features}
   */
  record Measured(int task, List<Moments> moments) implements FromWorker {
    public Measured {
      moments = List.copyOf(moments);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker of a scoring job has closed a file of the output. The file counts only if none of its
   * tasks was given to another worker meanwhile.
   *
   * @param version as in {@link ToWorker.AssignTasks}
   */
  record FileWritten(Line line, Version version, OutputFile file) implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker has had no connection to a lane of a pserver for a while, despite attempts. Sent again
   * after every attempt that fails.
   *
   * @param pserver its incarnation
   */
  record Unreachable(Incarnation pserver) implements FromWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The services of a worker of a session's pool: after each change, and each second. A service
   * that is not among them any more has ended.
   *
   * @param ended the names of ended services that the master still orders: their reports were lost
   */
  record Served(List<Service> services, List<String> ended) implements FromWorker {
    public Served {
      services = List.copyOf(services);
      ended = List.copyOf(ended);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The service of a job by a worker of the pool.
   *
   * @param name as in {@link ToWorker.Serving#service}
   * @param index of the worker in the job
   * @param isReady whether its model is loaded
   * @param loadNanos the time of loading; so far, if it is not loaded
   * @param rows computed so far
   * @param busyNanos the time of computing them, summed over the threads
   */
  record Service(
      String name,
      JobId job,
      int index,
      boolean isReady,
      long loadNanos,
      long rows,
      long busyNanos) {}
}
