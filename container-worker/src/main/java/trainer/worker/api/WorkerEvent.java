package trainer.worker.api;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.feature.Moments;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ToRole;
import trainer.core.table.KeyList;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.RoutedKeyList;

/** An event of the worker's state machine. Events of work that no longer exists change nothing. */
public sealed interface WorkerEvent {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(MasterMessage event);

    void on(Connected event);

    void on(Lost event);

    void on(Prepared event);

    void on(Retired event);

    void on(Values event);

    void on(Computed event);

    void on(Stopped event);

    void on(Scored event);

    void on(Measured event);

    void on(NotMeasured event);

    void on(Failed event);

    void on(Acked event);

    void on(Refused event);

    void on(Tick event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** A message from the master. */
  record MasterMessage(ToRole message) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The connection requested by {@link WorkerAction.Connect} is up and authenticated. */
  record Connected(LaneId lane) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A lane's connection broke or could not be made; messages sent on it may be lost.
   *
   * @param silentNanos how long no byte had moved, if the connection was given up for that, else 0
   */
  record Lost(LaneId lane, long silentNanos) implements WorkerEvent {
    public Lost(LaneId lane) {
      this(lane, 0);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Answers {@link WorkerAction.Prepare}: the blocks are decoded.
   *
   * @param list a number that stands for these keys until it is {@link Retired}, or 0 if they are
   *     not expected to be needed again
   * @param keys every key of the blocks; no segment is empty
   */
  record Prepared(long work, long list, KeyList keys) implements WorkerEvent {
    public Prepared(long work, KeyList keys) {
      this(work, RoutedKeyList.ONCE, keys);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The number of a key list is retired: no work will be prepared with it again. */
  record Retired(long list) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A lane answered a pull with the rows at exactly (line, version). */
  record Values(LaneId lane, long request, long line, long version, float[] values)
      implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Answers {@link WorkerAction.Compute}.
   *
   * @param sums the sums of the gradients in the order of {@link Prepared#keys}, {@code width} of
   *     the segment's table a key; may be longer than needed
   */
  record Computed(long work, Metrics metrics, long[] sums) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answers {@link WorkerAction.Stop}: no thread computes the work any more. */
  record Stopped(long work) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answers {@link WorkerAction.Score}. */
  record Scored(long work, Evaluation evaluation) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answers {@link WorkerAction.Measure}. */
  record Measured(int task, List<Moments> moments) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Answers {@link WorkerAction.Measure}: the blocks cannot be read. */
  record NotMeasured(int task, Failure failure) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Work could not be prepared, computed or scored.
   *
   * @param block the block that failed, or −1 if none caused it
   */
  record Failed(long work, int block, Failure failure) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The share is in the accumulator of every partition of the lane. */
  record Acked(LaneId lane, long line, long version, int share) implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The reason for which a lane refuses a pull or a push. */
  enum Reason {
    /** Its line is not the lane's. */
    OTHER_LINE,
    /** Its version is neither served nor expected on this line. */
    OTHER_VERSION,
    /** The lane is sealed, or has no tables yet. */
    NOT_SERVING,
    /** The list is not known on this connection. */
    UNKNOWN_LIST,
    /** List, sums or share do not fit together; a bug. */
    BAD_CONTENT
  }

  /**
   * A lane refused a pull or a push.
   *
   * @param push whether {@code id} is the share of a push; else it is the work of a pull
   * @param id the share or the work
   * @param term the lane's term
   * @param line the lane's line
   * @param committed the lane's committed version
   */
  record Refused(
      LaneId lane, boolean push, long id, long term, long line, long committed, Reason reason)
      implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Time has passed: requests that a lane refused because it was behind are retried. */
  record Tick() implements WorkerEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
