package trainer.master.job.api;

import java.util.List;
import trainer.core.job.JobState;
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

    void on(StoreCheckpoint action);

    void on(FindCheckpoint action);

    void on(SweepCheckpoints action);

    void on(TellWindowSafe action);

    void on(Show action);

    void on(Over action);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** Whether it waits for every fact before it, and nothing for it. */
  default boolean isTrailing() {
    return false;
  }

  /** Build the block index; answered by {@link JobEvent.Indexed} or {@code IndexFailed}. */
  record CutInput() implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The process on {@code connection} is member {@code incarnation} from now on. */
  record Accept(long connection, long incarnation) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Tell the process on {@code connection} that it is not wanted, and close. */
  record Refuse(long connection, long term, String reason) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Say something to a member; dropped when its stream is gone. */
  record Send(long incarnation, ToMember message) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Close a member's stream. */
  record Close(long incarnation) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Tell whoever asked {@code question}: what was decided is safe by now. */
  record Answer(long question, boolean accepted, String message) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Look whether an earlier master put this job's model in its place, and died before it could say
   * so; answered by {@code Published}, {@code NotPublished}, or {@code PublishFailed} if that
   * cannot be known.
   *
   * @param folder what that master was to rename; it is deleted first, so that the answer stays
   *     true though that master only sleeps
   */
  record FindModel(long version, String folder) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Put the written parts in their place; answered by {@code Published} or {@code PublishFailed},
   * and before that by {@code PublishDelayed} if it has to be tried again.
   *
   * @param place the folder that the model becomes
   */
  record Publish(long version, String folder, List<PartFile> parts, String place)
      implements JobEffect {
    public Publish {
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Read the written parts back and put a manifest beside them; answered by {@code
   * CheckpointStored} or {@code CheckpointNotStored}.
   *
   * @param mark see {@link trainer.core.fact.Fact.CutAsked}
   * @param updates how many had been applied on arrival
   * @param epoch the pass that the version belongs to, from 1
   * @param map by which the parts were written
   * @param state floats of optimizer state a row, table by table
   */
  record StoreCheckpoint(
      long version,
      long mark,
      long updates,
      long line,
      long term,
      String folder,
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
   * Look whether an earlier master put a manifest beside the parts of this version; answered as
   * {@link StoreCheckpoint} is.
   */
  record FindCheckpoint(long version, long line, String folder) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Delete whatever lies among the job's checkpoints but these folders, and but what is of a later
   * line, or a later version or mark of this one: that is none of who says this, however late it is
   * done.
   *
   * @param evenWhole also what has a manifest: nobody can adopt it any more
   */
  record SweepCheckpoints(long version, long mark, long line, List<String> kept, boolean evenWhole)
      implements JobEffect {
    public SweepCheckpoints {
      kept = List.copyOf(kept);
    }

    /** What is condemned may be gone back to as long as the journal does not say so. */
    @Override
    public boolean isTrailing() {
      return evenWhole;
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answered by {@code WindowSafe}, as soon as the journal has this bound. */
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
   * Readers get this view from now on. Nothing in it is decided by a fact that is written behind:
   * what is committed is so by its pservers, and a checkpoint is one by its manifest.
   */
  record Show(JobView view) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The job's wind-down is over: write the report; the fleet may end with it. */
  record Over(JobState state) implements JobEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
