package trainer.worker.compute;

import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.math.FixedPoint;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;

/**
 * The rounding of a block's gradients to fixed point, once a key and block, and their addition as
 * integers. A gradient that cannot be rounded is reported with file, block, table and key.
 */
final class Rounding {
  /** The gradients that are rounded together, or those of one row; they fit into a cache. */
  private static final int CELLS = 1 << 13;

  private static final String ADVICE =
      "look for extreme feature values in this block, or lower trainer.optimizer.learning-rate";

  private final List<TableSpec> tables;
  private final FixedPoint[] points;

  /**
   * @param minibatchBlocks the blocks of the whole mini-batch
   */
  Rounding(List<TableSpec> tables, int minibatchBlocks) {
    this.tables = tables;
    this.points = new FixedPoint[tables.size()];
    for (int table = 0; table < points.length; table++) {
      points[table] = new FixedPoint(tables.get(table).fractionBits(), minibatchBlocks);
    }
  }

  /** Adds the block's gradients to {@code sums}. */
  void add(DecodedBlock block, RowPlaces[] places, ComputeBuffers scratch, long[] sums) {
    for (int table = 0; table < points.length; table++) {
      int width = tables.get(table).width();
      float[] gradients = scratch.gradients[table];
      int bad = add(points[table], places[table], width, gradients, scratch, sums);
      if (bad >= 0) {
        throw outOfRange(block, table, bad / width, gradients[bad]);
      }
    }
  }

  private static int add(
      FixedPoint point,
      RowPlaces places,
      int width,
      float[] gradients,
      ComputeBuffers scratch,
      long[] sums) {
    if (width == 1 && places.starts() != null) {
      return addNarrow(point, places.starts(), gradients, sums);
    }
    int most = Math.max(1, CELLS / width);
    for (int begin = 0; begin < places.rows(); begin += most) {
      int end = Math.min(places.rows(), begin + most);
      int count = (end - begin) * width;
      long[] rounded = scratch.rounded(count);
      if (!point.round(gradients, begin * width, count, rounded)) {
        int bad = each(point, gradients, begin * width, count, rounded);
        if (bad >= 0) {
          return bad;
        }
      }
      places.add(begin, end, width, rounded, sums);
    }
    return -1;
  }

  private static int addNarrow(FixedPoint point, int[] of, float[] gradients, long[] sums) {
    for (int row = 0; row < of.length; row++) {
      float gradient = gradients[row];
      if (!point.fits(gradient)) {
        return row;
      }
      sums[of[row]] += point.round(gradient);
    }
    return -1;
  }

  /** Rounds each gradient that fits; returns the position of the first that does not, or −1. */
  private static int each(
      FixedPoint point, float[] gradients, int from, int count, long[] rounded) {
    for (int i = 0; i < count; i++) {
      if (!point.fits(gradients[from + i])) {
        return from + i;
      }
      rounded[i] = point.round(gradients[from + i]);
    }
    return -1;
  }

  private FailureException outOfRange(DecodedBlock block, int table, int row, float gradient) {
    String key = Long.toUnsignedString(block.keys()[table].key(row));
    String what =
        "the gradient of key " + key + " in table " + tables.get(table).name() + " is " + gradient;
    return new FailureException(FailureKind.VALUE_OUT_OF_RANGE, what, block.where(), ADVICE);
  }
}
