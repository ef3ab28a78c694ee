package trainer.core.message;

import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.input.FileBlocks;
import trainer.core.table.PartitionMap;

/**
 * A message from the master to a member (a pserver or worker) on its session stream.
 *
 * <p>Each message carries the master's term. A member remembers the highest term it has seen and
 * refuses orders of a lower one. The stream preserves the order of messages.
 *
 * <p>Messages sent just before a stream broke may be lost. When a member registers again with its
 * incarnation, the master therefore repeats every order that is still open. A member that has
 * already carried out a repeated order answers it again.
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

  /** The term of the master that sends the message. */
  long term();

  /**
   * Answers {@link FromMember.Register}.
   *
   * @param incarnation the number of this process from now on
   * @param line the line in force, or 0 before the first
   * @param base the version at which that line begins
   * @param lastBack the newest line that rolled back to a checkpoint, 0 if none
   * @param map the placement of the partitions, or null before the first map
   */
  record Welcome(long term, long incarnation, long line, long base, long lastBack, PartitionMap map)
      implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Refuses a registration or an old incarnation. The process then leaves. */
  record Refused(long term, String reason) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: adopt this term and report the versions held. Answered by {@link
   * FromMember.Sealed}, and once complete, by a further {@link FromMember.Complete}.
   *
   * @param since the answer includes metrics of the versions after this one
   */
  record Seal(long term, long since) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A new line: the versions after {@code base} are decided anew. Sent to pservers, which answer
   * with {@link FromMember.Lined}, and to workers, which drop shares of older lines and route by
   * the map.
   *
   * @param lineOfBase the line under which {@code base} was made, for a replica that is one version
   *     behind
   * @param lastBack the newest line that rolled back to a checkpoint, 0 if none
   * @param checkpoint the folder of the checkpoint it rolled back to, empty for the initial values
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
   * {@code trainer.sync=versioned} it answers a {@link FromMember.Reported}: the worker that holds
   * these gradients pushes them.
   *
   * @param phase the number of the phase, in the job's list
   * @param minibatchBlocks blocks in the whole mini-batch (bounds the magnitude of each rounding)
   * @param blocks the blocks of this share; empty shares are pushed, too
   * @param committed the newest version known committed: buffers up to it may be dropped
   * @param turn the slot of the task that these gradients belong to, or {@link #NO_TURN}
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
    /** Stands for no slot: the share belongs to no task. */
    public static final long NO_TURN = -1;

    /** A share cut for this worker, without a slot. */
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
   * To a pserver: make {@code version} by the row update of phase {@code phase}; it has no shares.
   * Answered by {@link FromMember.Complete}.
   *
   * @param before the results of the aggregate phases before it
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
   * To a pserver: fold the rows of committed {@code version}. The master commits nothing after that
   * version before the answer. Answered by {@link FromMember.Folded} or {@link FromMember.Trouble};
   * void when the pserver is at another line or version.
   *
   * @param fold see {@link trainer.core.job.ModelSpec#fold}
   * @param before the results of the aggregate phases before it
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

  /** To a worker: abandon this share. Another worker has finished it or now has it. */
  record Cancel(long term, long line, long version, int share) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, where no mini-batch is waited for: compute these tasks, in this order, in addition
   * to those it holds. Each task is computed in steps. A step is some blocks, pulled for and pushed
   * by themselves; the pservers apply it on arrival. Answered by {@link FromMember.TaskDone} or
   * {@link FromMember.TaskFailed} for each task. A task that has already finished or failed is
   * answered again.
   *
   * <p>Under {@code trainer.sync=versioned} a task is one step, computed on version {@code model}
   * or a newer one named by {@link Newest}, and answered by {@link FromMember.Reported}.
   *
   * @param version the version these passes make, or the first one of them
   * @param phase the number of the phase, in the job's list
   * @param stepBlocks blocks of a step
   * @param whole whether these are all the tasks of the worker: any other was taken back during its
   *     absence and is dropped
   * @param pace the pace in force after that drop, or null where no worker is held back
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
    /** Stands for no version: rows are pulled in their present state. */
    public static final long WHATEVER = -1;

    /** Tasks whose rows are pulled in their present state. */
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

    /** The same, where no worker is held back. */
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
   * A task at its slot.
   *
   * @param turn the slot, see {@link trainer.core.fact.QueueChange}
   */
  record Task(long turn, List<FileBlocks> blocks) {
    public Task {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=ssp}: number the steps, and begin none whose number is
   * more than {@code bound} above {@code slowest}. A worker with fewer than {@code slowest}
   * finished steps, being new or having had no tasks, counts on from {@code slowest}. Answered by
   * {@link FromMember.Clock}.
   *
   * @param slowest the number of steps that the slowest worker has finished
   */
  record Pace(long term, long slowest, int bound) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker, under {@code trainer.sync=versioned}: only gradients computed on {@code version}
   * are accepted. Those of an older version are refused and have to be computed anew.
   */
  record Newest(long term, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: close {@code version}, which was made of the updates applied on arrival. No
   * further update is applied to it. Answered by {@link FromMember.Complete}.
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
   * To a pserver: become a learner of these partitions. The learner fetches the rows of each from a
   * pserver that the map names, then repeatedly the rows changed meanwhile, until few are left.
   * Answered by {@link FromMember.Building}. It ends any build of another number.
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
   * To a learner: fetch the rest, as of {@code version} of {@code line}. The master commits nothing
   * after that version before the answer. Void when the source pservers are at another line or
   * version.
   */
  record CloseBuild(long term, long number, long line, long version) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a worker: score the blocks with the committed model {@code version}, without changing it.
   */
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
   * To a pserver, whose newest committed version is {@code version}: take a snapshot of these
   * partitions, without tentative rows, and write it into {@code folder} while training goes on.
   * Under bsp the snapshot is exactly this version, since this message directly follows its commit.
   * Otherwise it also has the updates of the next version that were applied before this message
   * arrived. Answered by {@link FromMember.CutBegun} and then {@link FromMember.CutWritten}, or
   * {@link FromMember.CutFailed}.
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

  /** A probe. Answered by {@link FromMember.Heartbeat} with this number. */
  record Probe(long term, long number) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Ends the process: it completes its logs, sends {@link FromMember.Exiting} and leaves. */
  record Leave(long term, String reason) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
