package trainer.core.message;

import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.input.FileBlocks;
import trainer.core.table.PartitionMap;

/**
 * What the master says to a member (a pserver or worker) on its session stream.
 *
 * <p>Each order carries the master's term; a member remembers the highest term it has seen and
 * refuses orders of a lower one. The stream keeps the order of what is said.
 *
 * <p>What was said just before a stream broke may be lost, so when a member registers again with
 * its incarnation the master repeats every order that is still open, and a member that has already
 * carried out a repeated order answers it again.
 */
public sealed interface ToMember {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Welcome message);

    void on(Refused message);

    void on(Seal message);

    void on(NewLine message);

    void on(Order message);

    void on(UpdateRows message);

    void on(FoldRows message);

    void on(Cancel message);

    void on(AssignTasks message);

    void on(Pace message);

    void on(Newest message);

    void on(CloseVersion message);

    void on(Commit message);

    void on(Build message);

    void on(CloseBuild message);

    void on(Evaluate message);

    void on(WriteParts message);

    void on(Cut message);

    void on(Probe message);

    void on(Leave message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** The term of the master that says it. */
  long term();

  /**
   * Answers {@link FromMember.Register}.
   *
   * @param incarnation the number of this process from now on
   * @param line the line in force, or 0 before the first
   * @param base the version that line begins at
   * @param lastBack the newest line that went back to a checkpoint, 0 if none
   * @param map where the partitions are, or null before the first map
   */
  record Welcome(long term, long incarnation, long line, long base, long lastBack, PartitionMap map)
      implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The registration or an old incarnation is refused; the process is to leave. */
  record Refused(long term, String reason) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: take this term and say what you hold. Answered by {@link FromMember.Sealed}, and
   * when complete, by {@link FromMember.Complete} once more after it.
   *
   * @param since the metrics of the versions after this one are asked for
   */
  record Seal(long term, long since) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What follows version {@code base} is decided anew. To pservers (answered by {@link
   * FromMember.Lined}) and workers (which drop shares of older lines and route by the map).
   *
   * @param lineOfBase the line under which {@code base} was cut, for a copy that is one behind
   * @param lastBack the newest line that went back to a checkpoint, 0 if none
   * @param checkpoint the folder of what it went back to, empty for the initial values
   */
  record NewLine(
      long term,
      long line,
      long base,
      long lineOfBase,
      long lastBack,
      PartitionMap map,
      String checkpoint)
      implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker: compute share {@code share} of {@code shares} of mini-batch {@code version}. Under
   * {@code trainer.sync=versioned} it takes a {@link FromMember.Reported}: who has these gradients
   * pushes them.
   *
   * @param phase the number of the phase, in the job's list
   * @param minibatchBlocks blocks in the whole mini-batch (bounds the magnitude of each rounding)
   * @param blocks the blocks of this share; empty shares are pushed, too
   * @param committed the newest version known committed: buffers up to it may be dropped
   * @param turn of the task whose gradients these are, or {@link #NO_TURN}
   */
  record Order(
      long term,
      long line,
      long version,
      int phase,
      int share,
      int shares,
      int minibatchBlocks,
      List<FileBlocks> blocks,
      long committed,
      long turn)
      implements ToMember {
    /** In place of a turn: the share is none of a task. */
    public static final long NO_TURN = -1;

    /** A share that is cut for this worker. */
    public Order(
        long term,
        long line,
        long version,
        int phase,
        int share,
        int shares,
        int minibatchBlocks,
        List<FileBlocks> blocks,
        long committed) {
      this(term, line, version, phase, share, shares, minibatchBlocks, blocks, committed, NO_TURN);
    }

    public Order {
      blocks = List.copyOf(blocks);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: {@code version} is the row update of phase {@code phase}; no share of it comes.
   * Answered by {@link FromMember.Complete}.
   *
   * @param before what the aggregate phases before it came to
   */
  record UpdateRows(long term, long line, long version, int phase, List<Aggregate> before)
      implements ToMember {
    public UpdateRows {
      before = List.copyOf(before);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: fold the rows of committed {@code version}, after which nothing is committed
   * before the answer. Answered by {@link FromMember.Folded} or {@link FromMember.Trouble}; void
   * when it is elsewhere.
   *
   * @param fold see {@link trainer.core.job.ModelSpec#fold}
   * @param before what the aggregate phases before it came to
   */
  record FoldRows(long term, long line, long version, int fold, List<Aggregate> before)
      implements ToMember {
    public FoldRows {
      before = List.copyOf(before);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** To a worker: another one has finished this share, or was given it: it is to leave it. */
  record Cancel(long term, long line, long version, int share) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, where nobody waits for a mini-batch: do these tasks beside those it holds, in this
   * order. Each is computed in steps: some blocks, pulled for and pushed by themselves, which the
   * pservers apply on arrival. Answered by {@link FromMember.TaskDone} or {@link
   * FromMember.TaskFailed} for each; again for one that it has done or failed already.
   *
   * <p>Under {@code trainer.sync=versioned} a task is one step, computed on version {@code model}
   * or a newer one that {@link Newest} names, and answered by {@link FromMember.Reported}.
   *
   * @param version the version these passes make, or the first one of them
   * @param phase the number of the phase, in the job's list
   * @param stepBlocks blocks of a step
   * @param whole whether this is all that the worker holds: what else it was given has been taken
   *     back while it was away, and is to be dropped
   * @param pace what holds once that is dropped, or null where nobody is held back
   * @param model the version to compute on, or {@link #WHATEVER}
   */
  record AssignTasks(
      long term,
      long line,
      long version,
      int phase,
      int stepBlocks,
      boolean whole,
      List<Task> tasks,
      Pace pace,
      long model)
      implements ToMember {
    /** In place of a version: rows are pulled as they are. */
    public static final long WHATEVER = -1;

    /** Where rows are pulled as they are. */
    public AssignTasks(
        long term,
        long line,
        long version,
        int phase,
        int stepBlocks,
        boolean whole,
        List<Task> tasks,
        Pace pace) {
      this(term, line, version, phase, stepBlocks, whole, tasks, pace, WHATEVER);
    }

    /** Where nobody is held back. */
    public AssignTasks(
        long term,
        long line,
        long version,
        int phase,
        int stepBlocks,
        boolean whole,
        List<Task> tasks) {
      this(term, line, version, phase, stepBlocks, whole, tasks, null);
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
   * A task at its turn.
   *
   * @param turn see {@link trainer.core.fact.QueueChange}
   */
  record Task(long turn, List<FileBlocks> blocks) {
    public Task {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=ssp}: number your steps, and begin none whose number is
   * more than {@code bound} above {@code slowest}. Who has finished fewer than {@code slowest}
   * steps, since it is new or had nothing to do, counts on from there. Answered by {@link
   * FromMember.Clock}.
   *
   * @param slowest how many steps the slowest worker has finished
   */
  record Pace(long term, long slowest, int bound) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=versioned}: gradients of tasks count if they are of
   * {@code version}; those of an older one are refused, so they are to be computed anew.
   */
  record Newest(long term, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: {@code version}, which was made by what was applied on arrival, is as it is to
   * be: nothing more is applied to it. Answered by {@link FromMember.Complete}.
   */
  record CloseVersion(long term, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** To a pserver: {@code version} is committed (a stable fact; repeating it is harmless). */
  record Commit(long term, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: become a learner of these partitions. It fetches their rows from a pserver that
   * the map names for each, and again those that change meanwhile, until few are left. Answered by
   * {@link FromMember.Building}. A build of another number is over.
   */
  record Build(long term, long number, PartitionMap map, List<Integer> partitions)
      implements ToMember {
    public Build {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a learner: fetch the rest, as it is at {@code version} of {@code line}, after which nothing
   * is committed before the answer. Void when the pservers it fetches from are elsewhere.
   */
  record CloseBuild(long term, long number, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** To a worker: score the blocks with the committed model {@code version}, changing nothing. */
  record Evaluate(long term, long line, long version, int task, List<FileBlocks> blocks)
      implements ToMember {
    public Evaluate {
      blocks = List.copyOf(blocks);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: write the rows of committed {@code version} of these partitions into {@code
   * folder}. Answered by {@link FromMember.PartsWritten} or {@link FromMember.Trouble}.
   */
  record WriteParts(long term, long line, long version, String folder, List<Integer> partitions)
      implements ToMember {
    public WriteParts {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver, whose newest committed version is {@code version}: keep these partitions as they
   * are when this comes, but for what is tentative, and write them into {@code folder} while all
   * goes on. Under bsp that is exactly this version, for this comes right behind its commit; else
   * it is what was applied until then to the version after it, too. Answered by {@link
   * FromMember.CutBegun} and then {@link FromMember.CutWritten}, or {@link FromMember.CutFailed}.
   */
  record Cut(long term, long line, long version, String folder, List<Integer> partitions)
      implements ToMember {
    public Cut {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Are you there? Answered by {@link FromMember.Heartbeat} with this number. */
  record Probe(long term, long number) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The job is over for this process: complete the logs, say {@link FromMember.Exiting}, leave. */
  record Leave(long term, String reason) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
