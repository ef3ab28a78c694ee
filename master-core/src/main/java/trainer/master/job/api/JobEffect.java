package trainer.master.job.api;

import java.util.List;
import trainer.core.feature.Standardisation;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.job.CheckpointName;
import trainer.core.job.JobState;
import trainer.core.message.OutputFile;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/** An action of one job that the shell performs. */
public sealed interface JobEffect {
  /** Dispatches on the kind of effect; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(CutInput action);

    void on(Accept action);

    void on(Refuse action);

    void on(Send action);

    void on(Close action);

    void on(Answer action);

    void on(FindModel action);

    void on(Publish action);

    void on(FindScores action);

    void on(PublishScores action);

    void on(StoreCheckpoint action);

    void on(FindCheckpoint action);

    void on(SweepCheckpoints action);

    void on(TellWindowSafe action);

    void on(Show action);

    void on(Over action);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** Whether it waits for every fact before it while no action waits for it. */
  default boolean isTrailing() {
    return false;
  }

  /**
   * Builds the block index; answered by {@link JobEvent.Indexed} or {@code IndexFailed}.
   *
   * @param isFirst whether the facts are wanted, too, that the job goes on from
   */
  record CutInput(boolean isFirst) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Makes the process on {@code connection} the member {@code incarnation}. */
  record Accept(long connection, Incarnation incarnation) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Rejects the process on {@code connection} and closes the connection. */
  record Refuse(long connection, Term term, String reason) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Sends a message to a member; dropped if its stream is gone. */
  record Send(Incarnation incarnation, ToMember message) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Closes a member's stream. */
  record Close(Incarnation incarnation) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answers the user request {@code question}; its decision is durable by then. */
  record Answer(long question, boolean accepted, String message) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Checks whether an earlier master published this job's model and died before it recorded that.
   * Answered by {@code Published}, {@code NotPublished}, or by {@code PublishFailed} if the outcome
   * cannot be determined.
   *
   * @param folder the folder which that master was to rename; it is deleted first, so that the
   *     answer stays true even if that master is only paused
   */
  record FindModel(long version, String folder) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Publishes the written parts as the model. Answered by {@code Published} or {@code
   * PublishFailed}, after a {@code PublishDelayed} if an attempt has to be repeated.
   *
   * @param place the folder that becomes the model
   * @param standardisations of the columns that are standardised
   */
  record Publish(
      long version,
      String folder,
      List<PartFile> parts,
      String place,
      List<Standardisation> standardisations)
      implements JobEffect {
    public Publish {
      standardisations = List.copyOf(standardisations);
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Checks whether an earlier master published this scoring job's output and died before it
   * recorded that. Answered as {@link FindModel}.
   */
  record FindScores() implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Publishes the output of a scoring job. Answered as {@link Publish}; the id is the score id.
   *
   * @param files the files that count; all others in the folder are deleted
   */
  record PublishScores(List<OutputFile> files) implements JobEffect {
    public PublishScores {
      files = List.copyOf(files);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Verifies the written parts and writes a manifest beside them; answered by {@code
   * CheckpointStored} or {@code CheckpointNotStored}.
   *
   * @param updates the updates that were applied on arrival
   * @param epoch the pass of the version, from 1
   * @param map the partition map by which the parts were written
   * @param state floats of optimizer state a row, table by table
   */
  record StoreCheckpoint(
      CheckpointName name,
      String folder,
      long updates,
      int epoch,
      String indexDigest,
      PartitionMap map,
      List<Integer> state,
      List<PartFile> parts)
      implements JobEffect {
    public StoreCheckpoint {
      state = List.copyOf(state);
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Checks whether an earlier master wrote a manifest beside the parts of this version; answered
   * like {@link StoreCheckpoint}.
   */
  record FindCheckpoint(long version, Line line, String folder) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Deletes the job's checkpoint folders, except those kept and those of a later line, or of a
   * later version or mark of this line. Such later folders are not this master's, however late the
   * deletion runs.
   *
   * @param evenWhole also deletes folders with a manifest, which no master can adopt any more
   */
  record SweepCheckpoints(long version, long mark, Line line, List<String> kept, boolean evenWhole)
      implements JobEffect {
    public SweepCheckpoints {
      kept = List.copyOf(kept);
    }

    /** A retired checkpoint may be used for a rollback until the journal records its retirement. */
    @Override
    public boolean isTrailing() {
      return evenWhole;
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Asks for {@code WindowSafe} as soon as the journal has this bound. */
  record TellWindowSafe(long upTo) implements JobEffect {
    @Override
    public boolean isTrailing() {
      return true;
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Publishes a view to readers. No part of it depends on a fact that is written asynchronously: a
   * commit is decided by its pservers, and a checkpoint by its manifest.
   */
  record Show(JobView view) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Ends the job after its wind-down: the report is written, and the fleet may end with it. */
  record Over(JobState state) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
