package trainer.core.fact;

import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;

/**
 * A fact of the journal. Replaying the facts in order through the core restores the state that
 * {@code status} shows. Times are epoch milliseconds, taken by the shell, for display only: no
 * decision rests on them.
 */
public sealed interface Fact {
  /** Dispatches on the kind of fact; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(TermTaken fact);

    void on(JobDefined fact);

    void on(StateEntered fact);

    void on(MapDefined fact);

    void on(LineOpened fact);

    void on(StopScheduled fact);

    void on(PserversWanted fact);

    void on(WorkersWanted fact);

    void on(WindowOpened fact);

    void on(Progressed fact);

    void on(FinalVersion fact);

    void on(Aggregated fact);

    void on(Scored fact);

    void on(PublishingBegun fact);

    void on(Exported fact);

    void on(EndDecided fact);

    void on(Ended fact);

    void on(ContainerNoted fact);

    void on(NodeNoted fact);

    void on(QueueChanged fact);

    void on(BlockTimedOut fact);

    void on(CheckpointAsked fact);

    void on(CheckpointAdded fact);

    void on(CheckpointRetired fact);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** A master took this term. */
  record TermTaken(Term term, String address, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The definition of the job.
   *
   * @param spec the job file's content, as text
   * @param seed the seed of every random draw
   * @param order the id of the function from (seed, epoch) to the order of mini-batches
   * @param indexDigest SHA-256 over path, length and modification time of every file
   * @param blocks blocks of an epoch
   * @param versions the version at which training is done
   */
  record JobDefined(
      String spec, long seed, String order, String indexDigest, int blocks, long versions)
      implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The job entered a state. {@code failure} is null unless the state is FAILED or KILLED. */
  record StateEntered(JobState state, long at, Failure failure) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The in-sync replicas of every partition. */
  record MapDefined(PartitionMap map) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A line was opened: the versions after {@code base} are decided anew. */
  record LineOpened(
      Line line, Version base, Line lineOfBase, boolean back, String reason, List<Discard> discards)
      implements Fact {
    public LineOpened {
      discards = List.copyOf(discards);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A block left out of every mini-batch ≥ {@code fromVersion}. */
  record Discard(int block, Version fromVersion, String kind, String evidence) {}

  /**
   * A request to end training with version {@code stopAt}. No version beyond it was ordered under
   * the line in force.
   *
   * @param fromVersion the newest committed version at the decision
   * @param by the origin of the request, in words
   */
  record StopScheduled(Version fromVersion, Version stopAt, String by, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The pserver indices wanted from here on; no other index is.
   *
   * @param by the origin of the request, or the reason for it
   */
  record PserversWanted(List<Integer> indices, String by, long at) implements Fact {
    public PserversWanted {
      indices = List.copyOf(indices);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The worker indices wanted from here on; no other index is.
   *
   * @param by the origin of the request
   */
  record WorkersWanted(List<Integer> indices, String by, long at) implements Fact {
    public WorkersWanted {
      indices = List.copyOf(indices);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Orders may be given for versions up to {@code upTo}. */
  record WindowOpened(long upTo) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Version {@code version} is committed; counters for display.
   *
   * @param epoch metrics of its epoch so far; broken records are not counted in them
   * @param recordsComputed records computed by all workers, repeats included
   * @param recordsCommitted records of all committed versions
   * @param badRecords broken records of the input met so far, each counted once
   */
  record Progressed(
      Version version,
      Metrics epoch,
      long recordsComputed,
      long recordsCommitted,
      long badRecords,
      long at,
      Speculated speculated)
      implements Fact {
    /** Where nothing was speculated. */
    public Progressed(
        Version version,
        Metrics epoch,
        long recordsComputed,
        long recordsCommitted,
        long badRecords,
        long at) {
      this(version, epoch, recordsComputed, recordsCommitted, badRecords, at, Speculated.NOTHING);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Training ended at this version. */
  record FinalVersion(Version version) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The rows of a committed version are folded.
   *
   * @param fold see {@link trainer.core.job.ModelSpec#fold}
   */
  record Aggregated(Version version, int fold, Aggregate result) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A task that scores held-out records is done. The results of all tasks together are the scores.
   *
   * @param version the version that was scored
   * @param task its number
   * @param tasks the number of tasks
   */
  record Scored(Version version, int task, int tasks, Evaluation evaluation) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The parts of the final version are written. From here on the model may be at its destination.
   *
   * @param folder the folder of the parts
   */
  record PublishingBegun(Version version, String folder) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The model is at the requested destination. */
  record Exported(String modelId, String location) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The decision on the end of the job; the wind-down begins. {@code failure} is null after
   * success.
   */
  record EndDecided(JobState state, Failure failure, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The wind-down is over. */
  record Ended(JobState state, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Fleet: a step of a container's life. {@code exit} is null while the container lives.
   *
   * <ul>
   *   <li>{@code granted}: recorded before the launch
   *   <li>{@code launched}
   *   <li>{@code registered}: its process has registered
   *   <li>{@code released}: it is no longer wanted
   *   <li>{@code ended}
   * </ul>
   */
  record ContainerNoted(
      String containerId,
      String job,
      String role,
      int index,
      String host,
      String step,
      Integer exit,
      long at)
      implements Fact {
    public static final String GRANTED = "granted";
    public static final String LAUNCHED = "launched";
    public static final String REGISTERED = "registered";
    public static final String RELEASED = "released";
    public static final String ENDED = "ended";

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Fleet: a node is on {@code parole} (no containers for a while), {@code barred} for good, or
   * {@code free} again.
   *
   * @param strikes the number of times it was listed so far
   */
  record NodeNoted(String host, String standing, int strikes, String why, long at) implements Fact {
    public static final String PAROLE = "parole";
    public static final String BARRED = "barred";
    public static final String FREE = "free";

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A block of the version under construction took too long on a worker. The worker is replaced,
   * and its work goes to others. Under {@code trainer.sync=bsp} the count per block can fail the
   * job. Otherwise the count per task does, and this fact names the block.
   */
  record BlockTimedOut(Version version, int block) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A checkpoint is to be made: of a committed version, or of the open version in its present
   * state. From here on its files may be written. A manifest in this folder makes them a
   * checkpoint, even if this master does not live to see it.
   *
   * @param version the newest that is committed
   * @param mark 0: this version; else the open version after it, to which pushes are applied on
   *     arrival, as they are while this is asked for. Marks rise
   * @param line the line in force
   * @param at the present counters, with the time of the snapshot
   * @param queue the present state of the tasks. The files have all pushes of tasks that are done,
   *     and may have any part of those that are held. Null where there are no tasks
   */
  record CheckpointAsked(
      Version version,
      long mark,
      Line line,
      String folder,
      Progressed at,
      QueueChange.QueueSnapshot queue)
      implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The checkpoint requested by {@link CheckpointAsked} is complete and verified: the job may roll
   * back to it.
   *
   * @param line the line that was in force
   * @param folder the folder of its files
   * @param digest SHA-256 of its manifest, which has those of all other files
   * @param bytes of all its files
   * @param at the counters at the snapshot, with its time
   * @param queue the state of the tasks at the snapshot, or null
   */
  record CheckpointAdded(
      Version version,
      long mark,
      Line line,
      String folder,
      String digest,
      long bytes,
      Progressed at,
      QueueChange.QueueSnapshot queue)
      implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The job never rolls back to this checkpoint any more; the rest of it may be deleted.
   *
   * @param damage its defect, empty if it is only beyond the number to keep
   */
  record CheckpointRetired(Version version, long mark, String damage) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Something happened to the task queue; {@code trainer.sync=async} alone has one. */
  record QueueChanged(QueueChange change) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
