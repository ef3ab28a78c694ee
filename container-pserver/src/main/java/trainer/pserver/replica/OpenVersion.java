package trainer.pserver.replica;

import java.util.List;
import trainer.core.message.Metrics;
import trainer.pserver.protocol.Push;
import trainer.pserver.store.DenseAccumulator;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.SparseAccumulator;
import trainer.pserver.store.Table;

/**
 * The accumulator of one version that is not committed: a bit for each of its n shares, and the
 * sums of their gradients in this partition. It adds integers only, so the result does not depend
 * on the order of the shares or on how the mini-batch was divided.
 */
final class OpenVersion {
  private final GradientAccumulator[] touched;
  private long[] shareBits = new long[1];
  private int shares;
  private int missing;
  private Metrics metrics = Metrics.NONE;

  OpenVersion(List<Table> tables, int partition) {
    touched = new GradientAccumulator[tables.size()];
    for (int t = 0; t < touched.length; t++) {
      Table table = tables.get(t);
      touched[t] =
          table.spec().isDense()
              ? new DenseAccumulator(table.keys(partition).size(), table.width())
              : new SparseAccumulator(table.width());
    }
  }

  /** Forgets everything. */
  void clear() {
    for (GradientAccumulator rows : touched) {
      rows.clear();
    }
    shares = 0;
    missing = 0;
    metrics = Metrics.NONE;
  }

  /** Whether no share has arrived. */
  boolean isUntouched() {
    return shares == 0;
  }

  /** Whether a share's n equals that of the shares before it. */
  boolean agrees(Push push) {
    return shares == 0 || shares == push.shares();
  }

  boolean has(int share) {
    return shares != 0 && (shareBits[share >>> 6] >>> share & 1) != 0;
  }

  /** Takes a share's header; its sums follow through {@link #touched}. */
  void enter(Push push) {
    if (shares == 0) {
      open(push.shares());
    }
    shareBits[push.share() >>> 6] |= 1L << push.share();
    missing--;
    metrics = metrics.plus(push.metrics());
  }

  /** Whether all shares have arrived. */
  boolean isFull() {
    return shares != 0 && missing == 0;
  }

  Metrics metrics() {
    return metrics;
  }

  GradientAccumulator touched(int table) {
    return touched[table];
  }

  private void open(int count) {
    shares = count;
    missing = count;
    shareBits = new long[(count + 63) >>> 6];
  }
}
