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
  void add(DecodedBlock block, int[][] offsets, float[][] gradients, long[] sums) {
    for (int table = 0; table < points.length; table++) {
      int width = tables.get(table).width();
      int bad =
          width == 1
              ? addNarrow(points[table], offsets[table], gradients[table], sums)
              : addWide(points[table], offsets[table], width, gradients[table], sums);
      if (bad >= 0) {
        throw outOfRange(block, table, bad / width, gradients[table][bad]);
      }
    }
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

  private static int addWide(
      FixedPoint point, int[] of, int width, float[] gradients, long[] sums) {
    int from = 0;
    for (int start : of) {
      for (int j = 0; j < width; j++) {
        float gradient = gradients[from];
        if (!point.fits(gradient)) {
          return from;
        }
        sums[start + j] += point.round(gradient);
        from++;
      }
    }
    return -1;
  }

  private FailureException outOfRange(DecodedBlock block, int table, int row, float gradient) {
    String key = Long.toUnsignedString(block.keys()[table][row]);
    String what =
        "the gradient of key " + key + " in table " + tables.get(table).name() + " is " + gradient;
    return new FailureException(FailureKind.VALUE_OUT_OF_RANGE, what, block.where(), ADVICE);
  }
}
