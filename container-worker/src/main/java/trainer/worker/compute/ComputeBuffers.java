package trainer.worker.compute;

import java.util.Arrays;
import java.util.List;
import trainer.core.table.TableSpec;

/** The arrays of one compute thread, grown to the largest block and reused. */
final class ComputeBuffers {
  final float[][] weights;
  final float[][] gradients;
  float[] scores = new float[0];
  private long[] rounded = new long[0];
  private final int[] widths;

  ComputeBuffers(List<TableSpec> tables) {
    widths = tables.stream().mapToInt(TableSpec::width).toArray();
    weights = new float[widths.length][0];
    gradients = new float[widths.length][0];
  }

  /** Copies the weights of a block's rows together. */
  void gather(RowPlaces[] places, float[] all) {
    for (int table = 0; table < widths.length; table++) {
      int size = Math.multiplyExact(places[table].rows(), widths[table]);
      if (weights[table].length < size) {
        weights[table] = new float[size + size / 4];
      }
      places[table].gather(widths[table], all, weights[table]);
    }
  }

  /** Makes room for the gradients of a block's rows, all zero. */
  void zeroGradients(RowPlaces[] places) {
    for (int table = 0; table < widths.length; table++) {
      int size = Math.multiplyExact(places[table].rows(), widths[table]);
      if (gradients[table].length < size) {
        gradients[table] = new float[size + size / 4];
      } else {
        Arrays.fill(gradients[table], 0, size, 0f);
      }
    }
  }

  /** An array for {@code count} rounded gradients of one table, with arbitrary content. */
  long[] rounded(int count) {
    if (rounded.length < count) {
      rounded = new long[count + count / 4];
    }
    return rounded;
  }

  /** Makes room for {@code count} scores, all zero. */
  void zeroScores(int count) {
    if (scores.length < count) {
      scores = new float[count + count / 4];
    } else {
      Arrays.fill(scores, 0, count, 0f);
    }
  }
}
