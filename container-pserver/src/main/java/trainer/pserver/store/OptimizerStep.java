package trainer.pserver.store;

import trainer.core.math.FixedPoint;
import trainer.learning.optimizer.Optimizer;

/**
 * Takes an optimizer's step on many rows of a slice. They are copied together, changed and put back
 * some at a time: where rows lie far apart the time is that of cache misses, which wait for each
 * other as soon as there is a division between two of them. One lane's, used again for each slice.
 */
public final class OptimizerStep {
  /** At once: so many that the cache lines they lie in fit into the nearest cache. */
  private static final int ROWS = 128;

  private static final int FLOATS = 4096;

  private float[] cells = new float[0];
  private float[] gradient = new float[0];

  /**
   * Steps on rows, each named once.
   *
   * @param rows the rows are {@code rows[from .. from+count-1]}; null: those from {@code from} on
   * @param sums their gradients, of which those of the first row begin at {@code sumsFrom}
   * @param undo gets the rows as they were, from slot 0 on; or null
   */
  public void step(
      Optimizer.Step step,
      TableShard slice,
      int[] rows,
      int from,
      int count,
      long[] sums,
      int sumsFrom,
      UndoLog undo) {
    int width = slice.table().width();
    int stride = slice.table().stride();
    int most = Math.max(1, Math.min(ROWS, FLOATS / stride));
    makeRoom(width, most * stride);
    int sum = sumsFrom;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      slice.readRows(rows, from + done, some, cells);
      if (undo != null) {
        undo.saveAll(done, cells, some);
      }
      change(step, slice.table(), some, sums, sum);
      sum += some * width;
      slice.writeRows(rows, from + done, some, cells);
    }
  }

  /** A method of its own, and so compiled alone. */
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
