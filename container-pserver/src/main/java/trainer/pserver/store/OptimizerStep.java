package trainer.pserver.store;

import trainer.core.math.FixedPoint;
import trainer.learning.optimizer.Optimizer;

/**
 * The application of an optimizer to many rows of a shard. Rows are copied in blocks, changed and
 * written back. The time for scattered rows is that of cache misses, and a division between two
 * misses keeps them from overlapping. Owned by one lane, which reuses it for each shard.
 */
public final class OptimizerStep {
  /** The rows of a block, whose cache lines fit into the nearest cache. */
  private static final int ROWS = 128;

  private static final int FLOATS = 4096;

  private float[] cells = new float[0];
  private float[] gradient = new float[0];

  /**
   * Applies a step to distinct rows.
   *
   * @param rows the rows are {@code rows[from .. from+count-1]}; null: those from {@code from} on
   * @param sums their gradients, of which those of the first row begin at {@code sumsFrom}
   * @param undo gets the rows as they were, from slot 0 on; or null
   */
  public void step(
      Optimizer.Step step,
      TableShard shard,
      int[] rows,
      int from,
      int count,
      long[] sums,
      int sumsFrom,
      UndoLog undo) {
    int width = shard.table().width();
    int stride = shard.table().stride();
    int most = Math.max(1, Math.min(ROWS, FLOATS / stride));
    makeRoom(width, most * stride);
    int sum = sumsFrom;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      shard.readRows(rows, from + done, some, cells);
      if (undo != null) {
        undo.saveAll(done, cells, some);
      }
      change(step, shard.table(), some, sums, sum);
      sum += some * width;
      shard.writeRows(rows, from + done, some, cells);
    }
  }

  /** Changes a block of rows; a method of its own, so that it is compiled alone. */
  private void change(Optimizer.Step step, Table table, int rows, long[] sums, int sumsFrom) {
    FixedPoint point = table.fixedPoint();
    int width = table.width();
    int stride = table.stride();
    int sum = sumsFrom;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < width; j++) {
        gradient[j] = point.toFloat(sums[sum++]);
      }
      step.apply(cells, i * stride, width, gradient);
    }
  }

  private void makeRoom(int width, int floats) {
    if (cells.length < floats) {
      cells = new float[floats];
    }
    if (gradient.length != width) {
      gradient = new float[width];
    }
  }
}
