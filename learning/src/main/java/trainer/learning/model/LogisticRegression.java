package trainer.learning.model;

import static trainer.learning.model.LinearTables.WEIGHTS;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.input.Loss;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Binary logistic regression on sparse features, alias {@code logistic}.
 *
 * <p>A record's margin is m = b + Σ wₖ·xₖ in float32 and its loss is {@link LogisticLoss}; the
 * gradient is (σ(m) − y)·x. Tables: {@link LinearTables} of width 1.
 */
public final class LogisticRegression implements Model {
  private final LinearTables linear;

  /**
   * @throws IllegalArgumentException for an unknown argument
   */
  public LogisticRegression(ModelArguments arguments) {
    arguments.requireOnly(LinearTables.INTERCEPT_ARGUMENT, LinearTables.FEATURES_ARGUMENT);
    this.linear = new LinearTables(1, arguments);
  }

  @Override
  public List<TableSpec> tables() {
    return linear.specs();
  }

  @Override
  public Loss loss() {
    return Loss.LOG;
  }

  @Override
  public boolean isWeighted() {
    return true;
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    return linear.rows(block, rows);
  }

  @Override
  public double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
    int[] features = rows[WEIGHTS];
    float[] w = weights[WEIGHTS];
    float[] gradient = gradients[WEIGHTS];
    float[] values = block.values();
    float[] labels = block.labels();
    int[] starts = block.starts();
    float bias = linear.bias(rows, weights, 0);
    float biasGradient = 0f;
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float target = LogisticLoss.target(labels[i]);
      float margin = LinearTables.sum(bias, features, w, values, starts[i], starts[i + 1]);
      scores[i] = margin;
      double decay = LogisticLoss.decay(margin);
      float weight = block.weight(i);
      loss += weight * LogisticLoss.loss(margin, target, decay);
      float slope = weight * LogisticLoss.slope(margin, target, decay);
      biasGradient += slope;
      LinearTables.addTo(gradient, slope, features, values, starts[i], starts[i + 1]);
    }
    linear.addBias(rows, gradients, 0, biasGradient);
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    float bias = linear.bias(rows, weights, 0);
    int[] starts = block.starts();
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float margin =
          LinearTables.sum(
              bias, rows[WEIGHTS], weights[WEIGHTS], block.values(), starts[i], starts[i + 1]);
      scores[i] = margin;
      float target = LogisticLoss.target(block.labels()[i]);
      loss += block.weight(i) * LogisticLoss.loss(margin, target, LogisticLoss.decay(margin));
    }
    return loss;
  }
}
