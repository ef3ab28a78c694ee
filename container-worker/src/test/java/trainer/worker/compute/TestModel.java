package trainer.worker.compute;

import java.util.List;
import java.util.stream.IntStream;
import trainer.core.input.Examples;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.RowIndex;

/**
 * A model of two sparse tables, widths 1 and 3, and a dense one, whose gradients are not exact in
 * float32.
 */
final class TestModel implements Model {
  static final List<TableSpec> TABLES =
      List.of(
          new TableSpec("narrow", 1, Initializer.ZERO, true, 20),
          new TableSpec("wide", 3, Initializer.ZERO, true, 16),
          new TableSpec("dense", 2, Initializer.ZERO, true, 12).dense(45));

  @Override
  public List<TableSpec> tables() {
    return TABLES;
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    int[] wide = new int[block.nonzeros()];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = rows.row(1, block.keys()[i] % 7);
    }
    return new int[][] {rows.rows(0, block.keys(), block.nonzeros()), wide, dense(block, rows)};
  }

  /** One row a record, of records whose label is 1; so some blocks name none. */
  private static int[] dense(Examples block, RowIndex rows) {
    return IntStream.range(0, block.records())
        .map(i -> block.labels()[i] == 1f ? rows.row(2, block.starts()[i] % 45) : -1)
        .toArray();
  }

  @Override
  public double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
    double loss = 0;
    for (int record = 0; record < block.records(); record++) {
      float label = block.labels()[record];
      if (rows[2][record] >= 0) {
        gradients[2][2 * rows[2][record] + 1] += 0.3f + weights[2][2 * rows[2][record]] * 0.7f;
      }
      for (int i = block.starts()[record]; i < block.starts()[record + 1]; i++) {
        int narrow = rows[0][i];
        int wide = rows[1][i];
        gradients[0][narrow] += (label + weights[0][narrow]) * 0.3f;
        for (int j = 0; j < 3; j++) {
          gradients[1][3 * wide + j] += weights[1][3 * wide + j] * 0.7f + j * 0.1f;
        }
        loss += weights[0][narrow] * 0.1 + 0.01;
      }
    }
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    for (int record = 0; record < block.records(); record++) {
      float sum = 0;
      for (int i = block.starts()[record]; i < block.starts()[record + 1]; i++) {
        sum += weights[0][rows[0][i]] - 0.5f;
      }
      scores[record] = sum;
    }
    return block.records() * 0.25;
  }
}
