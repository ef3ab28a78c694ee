package trainer.learning.model;

import static trainer.learning.model.LinearTables.WEIGHTS;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.math.Elementary;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Binary logistic regression on sparse features, alias {@code logistic}.
 *
 * <p>A record's margin is m = b + Σ wₖ·xₖ in float32; its loss is ln(1 + e^−m) for a positive and
 * ln(1 + e^m) for a negative label; the gradient is (σ(m) − y)·x. Tables: {@link LinearTables} of
 * width 1.
 */
public final class LogisticRegression implements Model {
  private final LinearTables linear;

  /**
   * @throws IllegalArgumentException for an argument it does not know
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
      float label = target(labels[i]);
      float margin = LinearTables.sum(bias, features, w, values, starts[i], starts[i + 1]);
      scores[i] = margin;
      double decay = Elementary.exp(-Math.abs(margin));
      loss += loss(margin, label, decay);
      float slope = slope(margin, label, decay);
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
      loss += loss(margin, target(block.labels()[i]), Elementary.exp(-Math.abs(margin)));
    }
    return loss;
  }

  /** 1 for a positive label; 0 for a negative one, which is 0 or −1. */
  private static float target(float label) {
    return label > 0f ? 1f : 0f;
  }

  /** ln(1 + e^∓m); {@code decay} is e^−|m|, so nothing overflows. */
  private static double loss(float margin, float label, double decay) {
    boolean wrong = margin > 0f ? label == 0f : label == 1f;
    return (wrong ? Math.abs(margin) : 0.0) + Elementary.log1p(decay);
  }

  /** σ(m) − y. */
  private static float slope(float margin, float label, double decay) {
    double probability = margin >= 0f ? 1 / (1 + decay) : decay / (1 + decay);
    return (float) (probability - label);
  }
}
