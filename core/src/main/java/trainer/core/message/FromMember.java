package trainer.core.message;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failure;
import trainer.core.job.Role;

/** What a member (a pserver or worker) says to the master on its session stream. */
public sealed interface FromMember {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Register message);

    void on(Heartbeat message);

    void on(Sealed message);

    void on(Lined message);

    void on(Complete message);

    void on(Folded message);

    void on(ShareDone message);

    void on(ShareFailed message);

    void on(TaskDone message);

    void on(TaskFailed message);

    void on(Clock message);

    void on(Reported message);

    void on(BadRecords message);

    void on(Evaluated message);

    void on(PartsWritten message);

    void on(PartsFailed message);

    void on(Building message);

    void on(Unreachable message);

    void on(CutBegun message);

    void on(CutWritten message);

    void on(CutFailed message);

    void on(NotLoaded message);

    void on(Full message);

    void on(Trouble message);

    void on(Exiting message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * The first message of a session (heartbeat kind {@code register}).
   *
   * @param index the index the master launched it under
   * @param containerId YARN's id, or the local run's
   * @param host what others reach it under (NM_HOST)
   * @param port its bulk listener; 0 for a worker
   * @param lanes see {@link trainer.core.table.PartitionMap.Pserver}; 0 for a worker
   * @param datasetDigest {@link trainer.core.job.JobSpec#datasetDigest} as this process sees it
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
   * Heartbeat kind {@code normal}.
   *
   * @param probe the number of the probe this answers, or 0
   * @param recordsComputed records this process has computed so far, repeats included
   * @param block the block being computed, or else prepared, the one that takes longest; or −1
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
   * @param committed the newest version that all its copies have committed
   * @param complete whether all its copies hold the version after that one
   * @param metricsFrom the version whose metrics come first in {@code metrics}
   * @param metrics those of one version after the other, as far back as was asked for and is known,
   *     from the holder of partition 0; else empty
   */
  record Sealed(
      long term,
      long line,
      long committed,
      boolean complete,
      long metricsFrom,
      List<Metrics> metrics)
      implements FromMember {
    /** An answer without metrics. */
    public Sealed(long term, long line, long committed, boolean complete) {
      this(term, line, committed, complete, 0, List.of());
    }

    public Sealed {
      metrics = List.copyOf(metrics);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A pserver's answer to {@link ToMember.NewLine}: it holds {@code committed} on {@code line}.
   *
   * @param following false when it could not follow and has to be rebuilt
   */
  record Lined(long line, long committed, boolean following) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Every copy this pserver holds has all shares of (line, version).
   *
   * @param metrics the mini-batch's metrics, from a holder of partition 0; else empty
   * @param digests of each partition it holds a hash of what it holds then, where there are other
   *     copies to compare it with; else empty
   */
  record Complete(long line, long version, Metrics metrics, Map<Integer, Long> digests)
      implements FromMember {
    /** One that is not compared. */
    public Complete(long line, long version, Metrics metrics) {
      this(line, version, metrics, Map.of());
    }

    public Complete {
      digests = Map.copyOf(digests);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToMember.FoldRows}.
   *
   * @param partials of each partition it holds one for each reduction of the fold
   */
  record Folded(long line, long version, int fold, Map<Integer, List<Partial>> partials)
      implements FromMember {
    public Folded {
      partials = Map.copyOf(partials);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker's word that its share has been acknowledged by every copy: a hint for speed.
   *
   * @param records records in the share
   * @param nanos time this worker itself needed for the share, from the parameters in hand to the
   *     gradients; waiting for pservers and other workers does not count
   * @param moved all that this process has exchanged with pservers
   */
  record ShareDone(long line, long version, int share, long records, long nanos, Moved moved)
      implements FromMember {
    /** Where nobody counts bytes. */
    public ShareDone(long line, long version, int share, long records, long nanos) {
      this(line, version, share, records, nanos, Moved.NOTHING);
    }

    /** The same, with what has been exchanged by now. */
    public ShareDone with(Moved now) {
      return new ShareDone(line, version, share, records, nanos, now);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A failure in the data or the user's code while computing {@code block} of the share. */
  record ShareFailed(long line, long version, int share, int block, Failure failure)
      implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Heartbeat kind {@code assign}: a worker's word that every step of a task has been applied by
   * every pserver, and that it has room for more.
   *
   * @param metrics of the task's records, each before its step was applied
   * @param staleness of its steps, where {@link ToMember.Pace} holds them back; else empty
   * @param moved all that this process has exchanged with pservers
   */
  record TaskDone(
      long line, long version, long turn, Metrics metrics, Staleness staleness, Moved moved)
      implements FromMember {
    /** Where nobody counts bytes. */
    public TaskDone(long line, long version, long turn, Metrics metrics, Staleness staleness) {
      this(line, version, turn, metrics, staleness, Moved.NOTHING);
    }

    /** Of steps that were not held back. */
    public TaskDone(long line, long version, long turn, Metrics metrics) {
      this(line, version, turn, metrics, Staleness.NONE);
    }

    /** The same, with what has been exchanged by now. */
    public TaskDone with(Moved now) {
      return new TaskDone(line, version, turn, metrics, staleness, now);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A failure in the data or the user's code while computing {@code block} of a task, of which
   * earlier steps may have been applied.
   *
   * @param block the block, or −1 where none is to blame
   */
  record TaskFailed(long line, long version, long turn, int block, Failure failure)
      implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker's word, under {@code trainer.sync=versioned}, that it has computed a task's gradients,
   * or was overtaken by a newer version while it did. Answered by {@link ToMember.Order}, which
   * says which share of the next version they are, or by {@link ToMember.Newest}.
   *
   * @param version as in {@link ToMember.AssignTasks}
   * @param model the version they were computed on
   */
  record Reported(long line, long version, long turn, long model) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * How far a worker is that {@link ToMember.Pace} holds back; said whenever it changes.
   *
   * @param finished all its steps before this one are applied by every pserver
   * @param begun and it has begun those before this one
   */
  record Clock(long finished, long begun) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A block that was read holds broken records: news for people, said once by each process that
   * reads it. What is decided rests on {@link Metrics#bad}, which comes with the version.
   *
   * @param path the block's file
   * @param offset where in the file the block begins
   * @param skip records there that belong to the block before
   */
  record BadRecords(String path, long offset, int skip, long count, Failure first)
      implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The answer to {@link ToMember.Evaluate}. */
  record Evaluated(int task, Evaluation evaluation) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Parts of the model could not be written.
   *
   * @param folder of the order
   * @param givenUp whether that is the answer to {@link ToMember.WriteParts}; else the pserver
   *     tries again
   */
  record PartsFailed(String folder, Failure failure, boolean givenUp) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToMember.WriteParts}, but for {@link PartsFailed}.
   *
   * @param folder of the order: the same version may be ordered into another one
   */
  record PartsWritten(long version, String folder, List<PartFile> parts) implements FromMember {
    public PartsWritten {
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * How far a learner is with {@link ToMember.Build} {@code number}.
   *
   * @param line where it is done the line, and {@code version} the version, that it holds
   * @param reason where it failed, why
   * @param bytes keys and rows that came from others, whatever was sent again included
   */
  record Building(long number, Step step, long line, long version, String reason, long bytes)
      implements FromMember {
    /** Of what is not done yet. */
    public Building(long number, Step step, long line, long version, String reason) {
      this(number, step, line, version, reason, 0);
    }

    /** How far. */
    public enum Step {
      /** Little is left: as much as a mini-batch changes. */
      NEAR,
      /** It holds what its sources hold. */
      DONE,
      /** It holds nothing: a source is gone. */
      FAILED
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A worker has no connection to a lane of a pserver, and has tried for a while; said anew with
   * every attempt that fails.
   *
   * @param pserver its incarnation
   */
  record Unreachable(long pserver) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The first answer to {@link ToMember.Cut}: whatever is applied from here on is not in it. */
  record CutBegun(String folder) implements FromMember {
    @Override
    public void to(Handler handler) {
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
      implements FromMember {
    public CutWritten {
      state = List.copyOf(state);
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The last answer to {@link ToMember.Cut} where it could not be written. */
  record CutFailed(String folder, Failure failure) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The answer to a {@link ToMember.NewLine} whose checkpoint is damaged. */
  record NotLoaded(long line, Failure failure) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * There is no room for more rows, and something waits for it: said {@linkplain #AGAIN again} as
   * long as that is so.
   */
  record Full(Failure failure) implements FromMember {
    /** How often it is said. */
    public static final Duration AGAIN = Duration.ofSeconds(3);

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Something failed that is not tied to a share; the master decides what follows. */
  record Trouble(Failure failure) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Heartbeat kind {@code exit}: the last word of a process.
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
