package trainer.worker.compute;

import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.math.FixedPoint;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;

/**
 * Rounds a block's gradients to fixed point, once a key and block, and adds them as integers. What
 * cannot be rounded is named: file, block, table and key.
 */
final class Rounding {
  private static final String ADVICE =
      "look for extreme feature values in this block, or lower trainer.optimizer.learning-rate";

  private final List<TableSpec> tables;
  private final FixedPoint[] points;

  /**
   * @param minibatchBlocks blocks in the whole mini-batch
   */
  Rounding(List<TableSpec> tables, int minibatchBlocks) {
    this.tables = tables;
    this.points =
        tables.stream()
            .map(table -> new FixedPoint(table.fractionBits(), minibatchBlocks))
            .toArray(FixedPoint[]::new);
  }

  /** Adds the block's gradients to {@code sums}. */
  void add(DecodedBlock block, RowPlaces[] places, float[][] gradients, long[] sums) {
    for (int table = 0; table < points.length; table++) {
      int width = tables.get(table).width();
      int bad = add(points[table], places[table], width, gradients[table], sums);
      if (bad >= 0) {
        throw outOfRange(block, table, bad / width, gradients[table][bad]);
      }
    }
  }

  private static int add(
      FixedPoint point, RowPlaces places, int width, float[] gradients, long[] sums) {
    if (places.starts() == null) {
      return addRun(point, places.from(), places.rows() * width, 0, gradients, sums);
    }
    if (width == 1) {
      return addNarrow(point, places.starts(), gradients, sums);
    }
    int bad = -1;
    for (int row = 0; row < places.rows() && bad < 0; row++) {
      bad = addRun(point, places.starts()[row], width, row * width, gradients, sums);
    }
    return bad;
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

  /** Adds {@code count} gradients from {@code from} on to the sums from {@code at} on. */
  private static int addRun(
      FixedPoint point, int at, int count, int from, float[] gradients, long[] sums) {
    for (int i = 0; i < count; i++) {
      float gradient = gradients[from + i];
      if (!point.fits(gradient)) {
        return from + i;
      }
      sums[at + i] += point.round(gradient);
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
