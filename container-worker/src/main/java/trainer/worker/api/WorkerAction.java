package trainer.worker.api;

import java.util.List;
import trainer.core.feature.Standardisation;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromMember;
import trainer.core.table.KeyList;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.SentList;

/**
 * An action of the worker's state machine. A message to a lane is dropped when its connection is
 * gone ({@link WorkerEvent.Lost} follows or has preceded).
 *
 * <p>{@code work} is the number of a work item, unique in this process. Key lists have numbers of
 * their own, the same on every connection, and one list may serve several items in turn. A pull may
 * name a part of the keys to be pushed; that part then has another number.
 */
public sealed interface WorkerAction {
  /** Dispatches on the kind of action; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Prepare action);

    void on(Compute action);

    void on(Score action);

    void on(Measure action);

    void on(Standardise action);

    void on(Stop action);

    void on(Forget action);

    void on(Connect action);

    void on(Disconnect action);

    void on(SendKeys action);

    void on(SendDrop action);

    void on(SendPull action);

    void on(SendPush action);

    void on(SendToMaster action);

    void on(Log action);

    void on(Leave action);
  }

  /** The phase of scoring, which reads the model's own rows. */
  int SCORING = -1;

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * Read and decode the blocks and find their keys; answered by {@code Prepared} or {@code Failed}.
   *
   * @param phase the phase whose pass needs them, or {@link #SCORING}
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
   * @param minibatchBlocks the blocks of the whole mini-batch
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
   * Read the blocks and find the moments of the columns that are standardised; answered by {@code
   * Measured} or {@code NotMeasured}.
   */
  record Measure(int task, List<FileBlocks> blocks) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Standardise the numbers of all blocks that are read from now on. */
  record Standardise(List<Standardisation> standardisations) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Stop computing the gradients of work that stays prepared. Answered by {@code Stopped} when no
   * thread computes it any more, unless the computation had finished.
   */
  record Stop(long work) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Release work that is finished or void: its buffers may be reused, and a running computation
   * stops.
   */
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

  /** Close the connection to a lane. Not answered. */
  record Disconnect(LaneId lane) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Send a list of keys.
   *
   * @param train whether the list will be pushed, or only read
   */
  record SendKeys(LaneId lane, long work, long list, boolean train, KeyList keys)
      implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Let a lane forget a list. */
  record SendDrop(LaneId lane, long list) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Pull the list's rows at exactly (line, version).
   *
   * @param partitions the partitions of the list that are wanted, a bit each
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
   * Push the lane's part of a share or of a step.
   *
   * @param gradients of the whole item; {@link KeyListLayout#gather} extracts the lane's
   * @param keys the lane's part of the key list, as it was sent
   */
  record SendPush(
      LaneId lane, long work, PushTarget target, ComputedGradients gradients, SentList keys)
      implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Send a message to the master. */
  record SendToMaster(FromMember message) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Log a text. */
  record Log(String text) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Send {@link FromMember.Exiting} and end the process. */
  record Leave(String reason) implements WorkerAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
