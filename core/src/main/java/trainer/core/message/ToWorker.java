package trainer.core.message;

import java.util.List;
import trainer.core.feature.Standardisation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.FileBlocks;
import trainer.core.job.JobId;

/** A message from the master to a worker. */
public sealed interface ToWorker extends ToRole {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Order message);

    void on(Cancel message);

    void on(AssignTasks message);

    void on(Pace message);

    void on(ModelVersion message);

    void on(Evaluate message);

    void on(Measure message);

    void on(Standardise message);

    void on(Serve message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  @Override
  default void to(ToRole.Handler handler) {
    handler.on(this);
  }

  /**
   * To a worker: compute a share of mini-batch {@code version}. Under {@code
   * trainer.sync=versioned} it answers a {@link FromWorker.Reported}: the worker that holds these
   * gradients pushes them.
   *
   * @param phase the number of the phase, in the job's list
   * @param committed the newest version known committed: buffers up to it may be dropped
   * @param slot the slot of the task that these gradients belong to, or {@link #NO_TURN}
   */
  record Order(
      Term term, Line line, Version version, int phase, Share share, Version committed, Slot slot)
      implements ToWorker {
    /** Stands for no slot: the share belongs to no task. */
    public static final long NO_TURN = -1;

    /** A share cut for this worker, without a slot. */
    public Order(Term term, Line line, Version version, int phase, Share share, Version committed) {
      this(term, line, version, phase, share, committed, new Slot(NO_TURN));
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A share of a mini-batch.
   *
   * @param number of the share, from 0
   * @param shares how many the mini-batch has
   * @param minibatchBlocks blocks in the whole mini-batch (bounds the magnitude of each rounding)
   * @param blocks the blocks of this share; empty shares are pushed, too
   */
  record Share(int number, int shares, int minibatchBlocks, List<FileBlocks> blocks) {
    public Share {
      blocks = List.copyOf(blocks);
    }
  }

  /** To a worker: abandon this share. Another worker has finished it or now has it. */
  record Cancel(Term term, Line line, Version version, int share) implements ToWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, where no mini-batch is waited for: compute these tasks, in this order, in addition
   * to those it holds. Each task is computed in steps. A step is some blocks, pulled for and pushed
   * by themselves; the pservers apply it on arrival. Answered by {@link FromWorker.TaskDone} or
   * {@link FromWorker.TaskFailed} for each task. A task that has already finished or failed is
   * answered again.
   *
   * <p>Under {@code trainer.sync=versioned} a task is one step, computed on the version of the
   * model or a newer one named by {@link ModelVersion}, and answered by {@link
   * FromWorker.Reported}.
   *
   * @param version the version these passes make, or the first one of them
   * @param phase the number of the phase, in the job's list
   * @param whole whether these are all the tasks of the worker: any other was taken back during its
   *     absence and is dropped
   * @param pace the pace in force after that drop, or null where no worker is held back
   */
  record AssignTasks(
      Term term,
      Line line,
      Version version,
      int phase,
      Steps steps,
      boolean whole,
      List<Task> tasks,
      Pace pace)
      implements ToWorker {
    /** Tasks of a worker that is not held back. */
    public AssignTasks(
        Term term,
        Line line,
        Version version,
        int phase,
        Steps steps,
        boolean whole,
        List<Task> tasks) {
      this(term, line, version, phase, steps, whole, tasks, null);
    }

    public AssignTasks {
      tasks = List.copyOf(tasks);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The steps of a task.
   *
   * @param blocks of a step
   * @param model the version to compute on, or {@link #WHATEVER}
   */
  record Steps(int blocks, Version model) {
    /** Stands for no version: rows are pulled in their present state. */
    public static final long WHATEVER = -1;

    /** Steps whose rows are pulled in their present state. */
    public Steps(int blocks) {
      this(blocks, new Version(WHATEVER));
    }
  }

  /**
   * A task at its slot.
   *
   * @param slot the slot, see {@link trainer.core.fact.QueueChange}
   */
  record Task(Slot slot, List<FileBlocks> blocks) {
    public Task {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=ssp}: number the steps, and begin none whose number is
   * more than {@code bound} above {@code slowest}. A worker with fewer than {@code slowest}
   * finished steps, being new or having had no tasks, counts on from {@code slowest}. Answered by
   * {@link FromWorker.Clock}.
   *
   * @param slowest the number of steps that the slowest worker has finished, or {@link #UNKNOWN}: a
   *     new master does not know it until all workers with tasks have returned. Until then workers
   *     go on by the former pace, and a worker that holds none of the tasks it had begins no step
   */
  record Pace(Term term, long slowest, int bound) implements ToWorker {
    /** The slowest worker is not known yet. */
    public static final long UNKNOWN = -1;

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=versioned}: only gradients computed on {@code version}
   * are accepted. Those of an older version are refused and have to be computed anew.
   */
  record ModelVersion(Term term, Line line, Version version) implements ToWorker {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker: score the blocks with the committed model {@code version}, without changing it.
   * The version after it is not committed before all tasks are answered.
   */
  record Evaluate(Term term, Line line, Version version, int task, List<FileBlocks> blocks)
      implements ToWorker {
    public Evaluate {
      blocks = List.copyOf(blocks);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker: find the moments of the columns of a table that are standardised, in these blocks.
   * Answered by {@link FromWorker.Measured}.
   */
  record Measure(Term term, int task, List<FileBlocks> blocks) implements ToWorker {
    public Measure {
      blocks = List.copyOf(blocks);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker: standardise the numbers of a table so. It comes before any work on a table with
   * such columns.
   *
   * @param standardisations one for each term that standardises a number, in the order of {@code
   *     trainer.features}
   */
  record Standardise(Term term, List<Standardisation> standardisations) implements ToWorker {
    public Standardise {
      standardisations = List.copyOf(standardisations);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker of a session's pool: serve these jobs, and no others. For a job that it does not
   * serve yet it loads the model and registers with the job's tracker. Answered by {@link
   * FromWorker.Served}.
   *
   * @param change the number of the last change, from which on rows are counted for turns
   */
  record Serve(Term term, long change, List<Serving> jobs) implements ToWorker {
    public Serve {
      jobs = List.copyOf(jobs);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The service of a job by a worker of the pool.
   *
   * @param index of the worker in the job
   * @param service the name under which it registers with the job; no two services have the same
   * @param digest SHA-256 of the job file
   * @param turnNanos the longest turn of the job, where the worker serves several
   * @param elsewhere rows that other workers have computed since the change, where the worker
   *     serves several jobs; else 0
   */
  record Serving(
      JobId job, int index, String service, String digest, long turnNanos, long elsewhere) {}
}
