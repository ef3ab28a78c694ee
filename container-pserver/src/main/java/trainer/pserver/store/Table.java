package trainer.pserver.store;

import java.util.List;
import java.util.function.Function;
import trainer.core.math.FixedPoint;
import trainer.core.table.DenseRows;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizer;

/**
 * One table and the layout of its stored rows. A row has {@code stride} floats: {@code width}
 * weights, then the optimizer's state. The weights are omitted if they follow from the state.
 */
public final class Table {
  private final int position;
  private final TableSpec spec;
  private final Optimizer optimizer;
  private final FixedPoint fixedPoint;

  private Table(int position, TableSpec spec, Optimizer optimizer) {
    this.position = position;
    this.spec = spec;
    this.optimizer = optimizer;
    this.fixedPoint = new FixedPoint(spec.fractionBits(), 1);
  }

  /** The tables of a job, each with the optimizer that {@code optimizers} makes for it. */
  public static List<Table> of(List<TableSpec> specs, Function<TableSpec, Optimizer> optimizers) {
    Table[] tables = new Table[specs.size()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = new Table(i, specs.get(i), optimizers.apply(specs.get(i)));
    }
    return List.of(tables);
  }

  /** The table's position in the job's list. */
  public int position() {
    return position;
  }

  public TableSpec spec() {
    return spec;
  }

  public int width() {
    return spec.width();
  }

  /** The keys of a dense table that fall into a partition. */
  public DenseKeyIndex keys(int partition) {
    int rows = spec.rows();
    return new DenseKeyIndex(DenseRows.first(rows, partition), DenseRows.count(rows, partition));
  }

  public int stride() {
    return optimizer.stride(spec.width());
  }

  /** The floats of a row beyond the number of its weights. */
  public int state() {
    return stride() - width();
  }

  public Optimizer optimizer() {
    return optimizer;
  }

  FixedPoint fixedPoint() {
    return fixedPoint;
  }

  /** Writes the weights of an untouched row of {@code key}. */
  public void initialWeights(long key, float[] target, int offset) {
    spec.initializer().fill(key, target, offset, width());
  }

  /** Copies the weights of the row at {@code offset}. */
  public void readWeights(float[] cells, int offset, float[] target, int at) {
    optimizer.readWeights(cells, offset, width(), target, at);
  }

  /**
   * Whether the weights of the row at {@code offset} are those of an untouched row; −0 equals 0.
   */
  public boolean isInitial(long key, float[] cells, int offset) {
    if (optimizer.keepsWeights()) {
      return spec.initializer().isIn(key, cells, offset, width());
    }
    float[] weights = new float[width()];
    readWeights(cells, offset, weights, 0);
    return spec.initializer().isIn(key, weights, 0, width());
  }

  /** Writes a whole untouched row of {@code key}, state included. */
  public void initialRow(long key, float[] cells, int offset) {
    if (optimizer.keepsWeights()) {
      initialWeights(key, cells, offset);
    }
    optimizer.init(cells, offset, width());
  }
}
