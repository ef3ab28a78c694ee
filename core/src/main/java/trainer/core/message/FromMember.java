package trainer.core.message;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failure;
import trainer.core.job.Role;

/** A message from a member (a pserver or worker) to the master on its session stream. */
public sealed interface FromMember {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Register message);

    void on(Heartbeat message);

    void on(Trouble message);

    void on(Exiting message);

    void on(OfPserver message);

    void on(OfWorker message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** A message of a pserver. */
  sealed interface OfPserver extends FromMember {
    /**
     * Dispatches on the kind of message; a new kind breaks the build wherever it is not handled.
     */
    interface PserverHandler {
      void on(Sealed message);

      void on(Lined message);

      void on(Complete message);

      void on(Folded message);

      void on(PartsWritten message);

      void on(PartsFailed message);

      void on(Building message);

      void on(CutBegun message);

      void on(CutWritten message);

      void on(CutFailed message);

      void on(NotLoaded message);

      void on(Full message);
    }

    /** Calls the handler's method for this kind. */
    void to(PserverHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A message of a worker. */
  sealed interface OfWorker extends FromMember {
    /**
     * Dispatches on the kind of message; a new kind breaks the build wherever it is not handled.
     */
    interface WorkerHandler {
      void on(ShareDone message);

      void on(ShareFailed message);

      void on(TaskDone message);

      void on(TaskFailed message);

      void on(Clock message);

      void on(Reported message);

      void on(BadRecords message);

      void on(Evaluated message);

      void on(Unreachable message);
    }

    /** Calls the handler's method for this kind. */
    void to(WorkerHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The first message of a session.
   *
   * @param index the index the master launched it under
   * @param containerId YARN's id, or the local run's
   * @param host the host under which others reach it (NM_HOST)
   * @param port its bulk listener; 0 for a worker
   * @param lanes see {@link trainer.core.table.PartitionMap.Pserver}; 0 for a worker
   * @param datasetDigest {@link trainer.core.job.JobSpec#datasetDigest} as computed by this process
   * @param incarnation 0 for a fresh process, else the number it had when its stream broke
   */
  record Register(
      Role role,
      int index,
      String containerId,
      String host,
      int port,
      int lanes,
      long pid,
      String datasetDigest,
      long incarnation)
      implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The periodic message of a process, or its answer to a probe.
   *
   * @param probe the number of the probe this answers, or 0
   * @param recordsComputed records this process has computed so far, repeats included
   * @param block the block that takes longest, among those being computed or else prepared; or −1
   */
  record Heartbeat(long probe, long recordsComputed, int block) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A pserver's answer to {@link ToMember.Seal}.
   *
   * @param committed the newest version that all its replicas have committed
   * @param complete whether all its replicas hold the version after that one
   * @param metricsFrom the version whose metrics come first in {@code metrics}
   * @param metrics the metrics of successive versions, as far back as requested and available, from
   *     the holder of partition 0; else empty
   */
  record Sealed(
      long term,
      long line,
      long committed,
      boolean complete,
      long metricsFrom,
      List<Metrics> metrics)
      implements OfPserver {
    /** An answer without metrics. */
    public Sealed(long term, long line, long committed, boolean complete) {
      this(term, line, committed, complete, 0, List.of());
    }

    public Sealed {
      metrics = List.copyOf(metrics);
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A pserver's answer to {@link ToMember.NewLine}: it holds {@code committed} on {@code line}.
   *
   * @param following false when it could not follow and has to be rebuilt
   */
  record Lined(long line, long committed, boolean following) implements OfPserver {
    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * Every replica of this pserver has all shares of (line, version).
   *
   * @param metrics the mini-batch's metrics, from a holder of partition 0; else empty
   * @param digests for each partition held a hash of its contents, where other replicas exist to
   *     compare it with; else empty
   */
  record Complete(long line, long version, Metrics metrics, Map<Integer, Long> digests)
      implements OfPserver {
    /** The same without digests. */
    public Complete(long line, long version, Metrics metrics) {
      this(line, version, metrics, Map.of());
    }

    public Complete {
      digests = Map.copyOf(digests);
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToMember.FoldRows}.
   *
   * @param partials for each partition held, one partial for each reduction of the fold
   */
  record Folded(long line, long version, int fold, Map<Integer, List<Partial>> partials)
      implements OfPserver {
    public Folded {
      partials = Map.copyOf(partials);
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker's report that every replica has acknowledged its share: a hint for speed.
   *
   * @param records records in the share
   * @param nanos time from the arrival of the parameters to the gradients; waiting for pservers and
   *     other workers does not count
   * @param moved the total that this process has exchanged with pservers
   */
  record ShareDone(long line, long version, int share, long records, long nanos, Moved moved)
      implements OfWorker {
    /** The same without a count of bytes. */
    public ShareDone(long line, long version, int share, long records, long nanos) {
      this(line, version, share, records, nanos, Moved.NOTHING);
    }

    /** The same, with the total exchanged by now. */
    public ShareDone with(Moved now) {
      return new ShareDone(line, version, share, records, nanos, now);
    }

    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /** A failure in the data or the user's code while computing {@code block} of the share. */
  record ShareFailed(long line, long version, int share, int block, Failure failure)
      implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /**
   * Every pserver has applied every step of a task, and the worker has room for another one.
   *
   * @param metrics of the task's records, each before its step was applied
   * @param staleness of its steps, where {@link ToMember.Pace} holds them back; else empty
   * @param moved the total that this process has exchanged with pservers
   */
  record TaskDone(
      long line, long version, long turn, Metrics metrics, Staleness staleness, Moved moved)
      implements OfWorker {
    /** The same without a count of bytes. */
    public TaskDone(long line, long version, long turn, Metrics metrics, Staleness staleness) {
      this(line, version, turn, metrics, staleness, Moved.NOTHING);
    }

    /** The same, for steps that were not held back. */
    public TaskDone(long line, long version, long turn, Metrics metrics) {
      this(line, version, turn, metrics, Staleness.NONE);
    }

    /** The same, with the total exchanged by now. */
    public TaskDone with(Moved now) {
      return new TaskDone(line, version, turn, metrics, staleness, now);
    }

    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A failure in the data or the user's code while computing {@code block} of a task. Earlier steps
   * of the task may have been applied.
   *
   * @param block the block, or −1 where none is to blame
   */
  record TaskFailed(long line, long version, long turn, int block, Failure failure)
      implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker's report, under {@code trainer.sync=versioned}, that it has computed a task's
   * gradients, or that a newer version overtook it meanwhile. Answered by {@link ToMember.Order},
   * which assigns the gradients a share of the next version, or by {@link ToMember.Newest}.
   *
   * @param version as in {@link ToMember.AssignTasks}
   * @param model the version they were computed on
   */
  record Reported(long line, long version, long turn, long model) implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /**
   * Progress of a worker that {@link ToMember.Pace} holds back; sent whenever it changes.
   *
   * @param finished every pserver has applied all steps of the worker before this number
   * @param begun the worker has begun all its steps before this number
   */
  record Clock(long finished, long begun) implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
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
      implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /** The answer to {@link ToMember.Evaluate}. */
  record Evaluated(int task, Evaluation evaluation) implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /**
   * Parts of the model could not be written.
   *
   * @param folder of the order
   * @param givenUp whether this answers {@link ToMember.WriteParts}; else the pserver tries again
   */
  record PartsFailed(String folder, Failure failure, boolean givenUp) implements OfPserver {
    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToMember.WriteParts} in case of success; otherwise {@link PartsFailed}.
   *
   * @param folder of the order: the same version may be ordered into another one
   */
  record PartsWritten(long version, String folder, List<PartFile> parts) implements OfPserver {
    public PartsWritten {
      parts = List.copyOf(parts);
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * Progress of a learner with {@link ToMember.Build} {@code number}.
   *
   * @param line when done, the line it holds, and {@code version} the version
   * @param reason of a failure
   * @param bytes keys and rows received from others, repeated transfers included
   */
  record Building(long number, Step step, long line, long version, String reason, long bytes)
      implements OfPserver {
    /** A build that is not done yet. */
    public Building(long number, Step step, long line, long version, String reason) {
      this(number, step, line, version, reason, 0);
    }

    /** The stages of a build. */
    public enum Step {
      /** The rows left are about as many as a mini-batch changes. */
      NEAR,
      /** It holds the same rows as its sources. */
      DONE,
      /** It holds nothing: a source is gone. */
      FAILED
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker has had no connection to a lane of a pserver for a while, despite attempts. Sent again
   * after every attempt that fails.
   *
   * @param pserver its incarnation
   */
  record Unreachable(long pserver) implements OfWorker {
    @Override
    public void to(OfWorker.WorkerHandler handler) {
      handler.on(this);
    }
  }

  /** The first answer to {@link ToMember.Cut}: the snapshot excludes all updates from here on. */
  record CutBegun(String folder) implements OfPserver {
    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * The last answer to {@link ToMember.Cut}.
   *
   * @param updates how many had been applied on arrival; 0 under bsp
   * @param state floats of optimizer state a row, table by table
   */
  record CutWritten(String folder, long updates, List<Integer> state, List<PartFile> parts)
      implements OfPserver {
    public CutWritten {
      state = List.copyOf(state);
      parts = List.copyOf(parts);
    }

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /** The last answer to {@link ToMember.Cut} when the snapshot could not be written. */
  record CutFailed(String folder, Failure failure) implements OfPserver {
    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /** The answer to a {@link ToMember.NewLine} whose checkpoint is damaged. */
  record NotLoaded(long line, Failure failure) implements OfPserver {
    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /**
   * No room is left for more rows, and some request waits for it. Sent {@linkplain #AGAIN again} as
   * long as that lasts.
   */
  record Full(Failure failure) implements OfPserver {
    /** The interval at which it is sent again. */
    public static final Duration AGAIN = Duration.ofSeconds(3);

    @Override
    public void to(OfPserver.PserverHandler handler) {
      handler.on(this);
    }
  }

  /** A failure that is not tied to a share; the master decides the consequences. */
  record Trouble(Failure failure) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The last message of a process.
   *
   * @param logsComplete whether its logs are complete in the job's folder
   */
  record Exiting(boolean logsComplete) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
