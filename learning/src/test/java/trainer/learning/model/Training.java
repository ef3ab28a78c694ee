package trainer.learning.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.config.Settings;
import trainer.core.input.Examples;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizer;
import trainer.learning.optimizer.OptimizerChoice;
import trainer.learning.optimizer.Optimizers;
import trainer.learning.spi.Model;
import trainer.learning.spi.RowIndex;

/** Trains a model in one thread, mini-batch after mini-batch; every key is its own row. */
final class Training {
  private final Model model;
  private final Optimizer[] optimizers;
  private final int[] widths;
  private final float[][] cells;
  private final float[][] weights;
  private final float[][] gradients;
  private long version;

  /**
   * @param settings model and optimizer
   * @param keys keys are below this
   */
  Training(Map<String, String> settings, int keys) {
    Settings given = Settings.of(settings);
    model = Models.load(given, getClass().getClassLoader());
    Map<String, String> whole = new HashMap<>(settings);
    whole.putAll(OptimizerChoice.unset(given, model.labels(), model.tables()));
    Settings parsed = Settings.of(whole);
    List<TableSpec> tables = Models.declared(model, parsed).tables();
    optimizers = new Optimizer[tables.size()];
    widths = new int[tables.size()];
    cells = new float[tables.size()][];
    weights = new float[tables.size()][];
    gradients = new float[tables.size()][];
    for (int t = 0; t < tables.size(); t++) {
      optimizers[t] = Optimizers.of(parsed, tables.get(t));
      widths[t] = tables.get(t).width();
      int stride = widths[t] + optimizers[t].state(widths[t]);
      cells[t] = new float[keys * stride];
      weights[t] = new float[keys * widths[t]];
      gradients[t] = new float[keys * widths[t]];
      for (int row = 0; row < keys; row++) {
        tables.get(t).initializer().fill(row, cells[t], row * stride, widths[t]);
        optimizers[t].init(cells[t], row * stride, widths[t]);
        System.arraycopy(cells[t], row * stride, weights[t], row * widths[t], widths[t]);
      }
    }
  }

  /** Goes over all mini-batches once; returns the mean progressive loss. */
  double epoch(List<Examples> batches) {
    double loss = 0;
    long records = 0;
    for (Examples batch : batches) {
      int[][] rows = model.rows(batch, new DirectRows());
      loss +=
          model.train(
              batch,
              rows,
              weights,
              gradients,
              new float[batch.records() * model.labels().scores()]);
      records += batch.records();
      version++;
      for (int t = 0; t < widths.length; t++) {
        update(t, batch.weight());
      }
    }
    return loss / records;
  }

  private void update(int t, double weight) {
    int width = widths[t];
    int stride = width + optimizers[t].state(width);
    Optimizer.Step step = optimizers[t].step(version, weight);
    float[] gradient = new float[width];
    for (int row = 0; row < weights[t].length / width; row++) {
      System.arraycopy(gradients[t], row * width, gradient, 0, width);
      step.apply(cells[t], row * stride, width, gradient);
      for (int j = 0; j < width; j++) {
        weights[t][row * width + j] = cells[t][row * stride + j];
        gradients[t][row * width + j] = 0;
      }
    }
  }

  /** The mean loss of other records. */
  double loss(Examples records) {
    float[] scores = new float[records.records() * model.labels().scores()];
    return model.score(records, model.rows(records, new DirectRows()), weights, scores)
        / records.records();
  }

  /** Every key is its own row. */
  static final class DirectRows implements RowIndex {
    @Override
    public int row(int table, long key) {
      return (int) key;
    }

    @Override
    public int[] rows(int table, long[] keys, int count) {
      int[] rows = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = (int) keys[i];
      }
      return rows;
    }
  }
}
