package trainer.worker.work;

import java.util.List;
import trainer.core.input.FileBlocks;
import trainer.core.math.RepeatedSums;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneList;
import trainer.worker.routing.LaneValues;

/**
 * What a worker wants done. What is sent to a lane is dropped when its connection is gone ({@link
 * WorkerEvent.Lost} follows or has preceded).
 *
 * <p>{@code work} numbers a piece of work in this process, never twice. Lists of keys have numbers
 * of their own, on every connection the same, under which they may serve one work after the other;
 * what is pulled may be a part of what is pushed, and then has another one.
 */
public sealed interface WorkerAction {
  /** Dispatches on the kind of action; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Prepare action);

    void on(Compute action);

    void on(Score action);

    void on(Stop action);

    void on(Forget action);

    void on(Connect action);

    void on(Disconnect action);

    void on(SendKeys action);

    void on(SendDrop action);

    void on(SendPull action);

    void on(SendPush action);

    void on(Say action);

    void on(Beat action);

    void on(Note action);

    void on(Leave action);
  }

  /** In place of a phase's number: the model's own rows, for scoring. */
  int SCORING = -1;

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * Read and decode the blocks and find their keys; answered by {@code Prepared} or Failed.
   *
   * @param phase the phase whose pass it is for, or {@link #SCORING}
   */
  record Prepare(long work, int phase, List<FileBlocks> blocks) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Compute the gradients of prepared work; answered by {@code Computed} or {@code Failed}.
   *
   * @param minibatchBlocks blocks in the whole mini-batch
   */
  record Compute(long work, int minibatchBlocks, List<LaneValues> values) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Score prepared work; answered by {@code Scored} or {@code Failed}. */
  record Score(long work, List<LaneValues> values) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Leave off computing the gradients of work that stays prepared; answered by {@code Stopped} when
   * no thread is at it any more, unless it was through.
   */
  record Stop(long work) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The work is over or void: its buffers may be reused; if it is still running, stop it. */
  record Forget(long work) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Connect to a lane, with back-off; answered by {@code Connected} or {@code Lost}. */
  record Connect(LaneId lane) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The lane is not needed any more. Not answered. */
  record Disconnect(LaneId lane) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Name a list of keys.
   *
   * @param train whether the list will be pushed to, or only read
   */
  record SendKeys(LaneId lane, long work, long list, boolean train, KeyList keys)
      implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The list is not needed any more. */
  record SendDrop(LaneId lane, long list) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Pull the list's rows as they are in exactly (line, version).
   *
   * @param partitions those wanted of the list's, a bit each
   */
  record SendPull(
      LaneId lane, long work, long request, long line, long version, long list, long partitions)
      implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Push the lane's part of a share, or of a step: then {@code share} is the number of the update.
   *
   * @param shares of the mini-batch, or {@link #UPDATE}
   * @param listId the number of the lane's keys on the connection
   * @param list the lane's keys
   * @param equal what the lane knows of the list's sums; the thread's that writes
   * @param sums the whole share's; {@link KeyListLayout#gather} takes the lane's out of them
   */
  record SendPush(
      LaneId lane,
      long work,
      long line,
      long version,
      int share,
      int shares,
      Metrics metrics,
      long listId,
      LaneList list,
      RepeatedSums equal,
      long[] sums)
      implements WorkerAction {
    /** In place of a number of shares: to be applied on arrival. */
    public static final int UPDATE = 0;

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Say something to the master. */
  record Say(FromMember message) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Send a heartbeat that answers {@code probe}. */
  record Beat(long probe) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Something to be logged, that changes nothing. */
  record Note(String text) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Leave: say {@link FromMember.Exiting} and end. */
  record Leave(String reason) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
