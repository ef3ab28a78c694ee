package trainer.protocol.bulk;

import java.nio.FloatBuffer;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.core.table.TableRows;

/**
 * A decoded frame between a worker and a pserver lane.
 *
 * <p>{@link Values} and {@link Push} look into the reader's buffer: they are valid only until the
 * reader is used again.
 */
public sealed interface BulkFrame {
  /** Dispatches on the type of frame. */
  interface Handler {
    void on(Keys frame);

    void on(Drop frame);

    void on(Pull frame);

    void on(Values frame);

    void on(Push frame);

    void on(Ack frame);

    void on(Refused frame);

    void on(Fetch frame);

    void on(Rows frame);

    void on(Ping frame);
  }

  /** Calls the handler's method for this type. */
  void to(Handler handler);

  /** The use of a list of keys. */
  enum Mode {
    /** Pulled and pushed. */
    TRAIN,
    /** Only pulled. */
    READ
  }

  /** The reasons for refusing a pull or push. */
  enum Reason {
    /** Its line is not the lane's. */
    OTHER_LINE,
    /** Its version is neither served now nor will be on this line. */
    OTHER_VERSION,
    /** The lane is sealed, or has no tables yet, and accepts nothing. */
    NOT_SERVING,
    /** The list id is not known on this connection. */
    UNKNOWN_LIST,
    /** The list, sums or share do not fit together; a bug of the sender's. */
    BAD_CONTENT
  }

  /** W→P: {@code list} names these keys from now on, on this connection. */
  record Keys(long list, Mode mode, KeyList keys) implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** W→P: {@code list} will not be used again. */
  record Drop(long list) implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * W→P: requests the rows of {@code version} on {@code line}; parked until they exist.
   *
   * @param partitions the requested partitions of the list, a bit each
   */
  record Pull(long request, long line, long version, long list, long partitions)
      implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** P→W: the requested rows, in the list's order. */
  record Values(long request, long line, long version, FloatBuffer values) implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * W→P: share {@code share} of {@code shares} of the mini-batch that makes {@code version}; or,
   * where {@code shares} is 0, update {@code share} of this worker, to be applied on arrival.
   *
   * @param metrics metrics of the share; their weight divides the sums where a mean is configured
   * @param list the keys; a list of no keys when the lane has none of the share
   * @param sums gradients in fixed point, in the list's order
   */
  record Push(long line, long version, int share, int shares, Metrics metrics, long list, Sums sums)
      implements BulkFrame {
    /** Whether it is an update, and no share of a mini-batch. */
    public boolean isUpdate() {
      return shares == 0;
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** P→W: the share is in the accumulator of every partition of the lane. */
  record Ack(long line, long version, int share) implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * P→P: requests more rows of a partition; the first request of a build starts over with all of
   * them.
   *
   * @param build the number of the build
   */
  record Fetch(long build, int partition) implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * P→P: whole committed rows of one table; answers {@link Fetch}.
   *
   * @param line the lane's line, and {@code version} its committed version
   * @param left rows of the partition that are still to be sent
   * @param digest a hash of the lane's contents of the partition, or 0
   */
  record Rows(
      long build, int partition, long line, long version, long left, long digest, TableRows content)
      implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * P→W: refuses a pull or push.
   *
   * @param push whether {@code id} is a share (of a push) rather than a request (of a pull)
   * @param id the share or the request
   * @param term the lane's term
   * @param line the lane's line
   * @param committed the lane's committed version
   */
  record Refused(boolean push, long id, long term, long line, long committed, Reason reason)
      implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** W→P, and back as the answer: checks that the connection works. */
  record Ping() implements BulkFrame {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
