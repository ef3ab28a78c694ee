package trainer.benchmarks.model;

import java.util.Arrays;
import trainer.core.config.Settings;
import trainer.core.table.TableSpec;
import trainer.learning.block.KeyTable;
import trainer.learning.block.NamedRows;
import trainer.learning.optimizer.Optimizer;
import trainer.learning.optimizer.Optimizers;

/**
 * One table in memory: rows with their optimizer's state, in the order in which their keys first
 * occurred.
 */
final class Parameters {
  private static final int AT_ONCE = 128;

  private final TableSpec table;
  private final Optimizer optimizer;
  private final int width;
  private final int stride;
  private final KeyTable keys = new KeyTable();
  private final float[] gradient;
  private float[] cells = new float[0];

  /** A sink that keeps the compiler from removing the reads of {@link #fetch}. */
  @SuppressWarnings("UnusedVariable")
  private float fetched;

  private int rows;

  Parameters(Settings settings, TableSpec table) {
    this.table = table;
    this.optimizer = Optimizers.of(settings, table);
    this.width = table.width();
    this.stride = width + optimizer.state(width);
    this.gradient = new float[width];
  }

  /** The beginnings of the rows of a block; new rows are made. */
  int[] places(NamedRows of) {
    int[] places = new int[of.count()];
    for (int i = 0; i < places.length; i++) {
      long key = of.key(i);
      int row = keys.number(key);
      if (row == rows) {
        add(key);
      }
      places[i] = row * stride;
    }
    return places;
  }

  private void add(long key) {
    if ((rows + 1) * stride > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(1 << 20, 2 * cells.length));
    }
    table.initializer().fill(key, cells, rows * stride, width);
    optimizer.init(cells, rows * stride, width);
    rows++;
  }

  float[] gather(int[] places, float[] before) {
    int size = places.length * width;
    float[] weights = before != null && before.length >= size ? before : new float[2 * size];
    for (int from = 0; from < places.length; from += AT_ONCE) {
      int end = Math.min(places.length, from + AT_ONCE);
      fetch(places, from, end);
      for (int i = from; i < end; i++) {
        System.arraycopy(cells, places[i], weights, i * width, width);
      }
    }
    return weights;
  }

  /** Brings rows into a near cache, as a pserver does: their misses do not wait for each other. */
  private void fetch(int[] places, int from, int end) {
    float sum = 0f;
    for (int i = from; i < end; i++) {
      sum += cells[places[i]] + cells[places[i] + stride - 1];
    }
    fetched = sum;
  }

  /** Zeros for the gradients of these rows. */
  float[] zeros(int[] places, float[] before) {
    int size = places.length * width;
    float[] gradients = before != null && before.length >= size ? before : new float[2 * size];
    Arrays.fill(gradients, 0, size, 0f);
    return gradients;
  }

  void step(long version, int records, int[] places, float[] gradients) {
    Optimizer.Step step = optimizer.step(version, records);
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(gradients, i * width, gradient, 0, width);
      step.apply(cells, places[i], width, gradient);
    }
  }
}
