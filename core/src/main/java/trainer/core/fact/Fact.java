package trainer.core.fact;

import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;

/**
 * What the journal holds: facts in order. Replaying them through the core gives what {@code status}
 * showed. Times are epoch milliseconds, taken by the shell, for people only: no decision rests on
 * them.
 */
public sealed interface Fact {
  /** Dispatches on the kind of fact; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(TermTaken fact);

    void on(JobDefined fact);

    void on(StateEntered fact);

    void on(MapDefined fact);

    void on(LineOpened fact);

    void on(PlanSet fact);

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

    void on(CutAsked fact);

    void on(CheckpointAdded fact);

    void on(CheckpointCondemned fact);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** A master took this term. */
  record TermTaken(long term, String address, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What the job is.
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

  /** The in-sync copies of every partition. */
  record MapDefined(PartitionMap map) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** What follows {@code base} is decided anew. */
  record LineOpened(
      long line, long base, long lineOfBase, boolean back, String reason, List<Discard> discards)
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
  record Discard(int block, long fromVersion, String kind, String evidence) {}

  /**
   * Somebody asked for it: training is to end with version {@code stopAt}. No version beyond it was
   * ordered under the line in force.
   *
   * @param fromVersion the newest committed version when it was decided
   * @param by who asked, in words
   */
  record PlanSet(long fromVersion, long stopAt, String by, long at) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Pservers are wanted under these indices from here on, and under no others.
   *
   * @param by who asked for it, or why it has to be
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
   * Workers are wanted under these indices from here on, and under no others.
   *
   * @param by who asked for it
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
   * Version {@code version} is committed; counters as shown to people.
   *
   * @param epoch metrics of its epoch so far; broken records are not counted in them
   * @param recordsComputed records computed by all workers, repeats included
   * @param recordsCommitted records of all committed versions
   * @param badRecords broken records of the input met so far, each counted once
   */
  record Progressed(
      long version,
      Metrics epoch,
      long recordsComputed,
      long recordsCommitted,
      long badRecords,
      long at,
      Speculated speculated)
      implements Fact {
    /** Where nothing was speculated. */
    public Progressed(
        long version,
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
  record FinalVersion(long version) implements Fact {
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
  record Aggregated(long version, int fold, Aggregate result) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A task of scoring the held-out records is done; all of them together are their scores.
   *
   * @param version the version that was scored
   * @param task its number
   * @param tasks how many there are
   */
  record Scored(long version, int task, int tasks, Evaluation evaluation) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The parts of the final version are written; from here on the model may be in its place.
   *
   * @param folder where the parts are
   */
  record PublishingBegun(long version, String folder) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The model is where it was asked for. */
  record Exported(String modelId, String location) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * It is decided how the job ends; the wind-down begins. {@code failure} is null if it is well.
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
   * Fleet: a container was {@code granted} (known before it is launched), {@code launched}, its
   * process has {@code registered}, it was {@code released} (nobody wants it any more) or has
   * {@code ended}. {@code exit} is null while it lives.
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
   * Fleet: a node is on {@code parole}, gets no containers for a while, is {@code barred} for good,
   * or {@code free} again.
   *
   * @param strikes how often it was put on the list so far
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
   * A block of the version being built took too long on a worker, which is replaced; others are
   * given what it held. Under {@code trainer.sync=bsp} the counts of a block fail the job;
   * elsewhere those of its task do, and this names the block.
   */
  record BlockTimedOut(long version, int block) implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A committed version is to be kept, or one that is open as far as it is made: from here on its
   * files may be written, and a manifest that is in this folder makes them a checkpoint, whoever
   * lives to see it.
   *
   * @param version the newest that is committed
   * @param mark 0: this version; else the version after it, which is open and to which what is
   *     pushed is applied on arrival, as it is while this is asked for. Marks rise
   * @param line the line in force
   * @param at the counters as they are, and when it is cut
   * @param queue the tasks as they stand; what was pushed for those that are done is in the files,
   *     of those that are held any part may be. Null where there are none
   */
  record CutAsked(
      long version, long mark, long line, String folder, Progressed at, QueueChange.Stood queue)
      implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What was asked for by {@link CutAsked} is kept, whole and verified: the job may go back to it.
   *
   * @param line the line that was in force
   * @param folder where its files are
   * @param digest SHA-256 of its manifest, which has those of all other files
   * @param bytes of all its files
   * @param at the counters as they were, and when it was cut
   * @param queue the tasks as they stood, or null
   */
  record CheckpointAdded(
      long version,
      long mark,
      long line,
      String folder,
      String digest,
      long bytes,
      Progressed at,
      QueueChange.Stood queue)
      implements Fact {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The job never goes back to this one any more; what is left of it may be deleted.
   *
   * @param damage what is wrong with it, empty if it is only one too many
   */
  record CheckpointCondemned(long version, long mark, String damage) implements Fact {
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
