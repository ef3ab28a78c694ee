package trainer.learning.model;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.math.Elementary;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Binary logistic regression on sparse features, alias {@code logistic}.
 *
 * <p>A record's margin is m = b + Σ wₖ·xₖ in float32, added in the order of the record; its loss is
 * ln(1 + e^−m) for a positive and ln(1 + e^m) for a negative label; the gradient is (σ(m) − y)·x.
 * Tables: {@code weights}, one row a feature id, and {@code intercept}, the row 0, not regularised,
 * absent with {@code trainer.model.args.intercept=false}.
 */
public final class LogisticRegression implements Model {
  private static final int WEIGHTS = 0;
  private static final int INTERCEPT = 1;
  private static final long INTERCEPT_KEY = 0;

  /** 2^-20 is small against any useful gradient; a block's sum up to 2^11 still fits an int32. */
  private static final int FRACTION_BITS = 20;

  private final boolean intercept;

  /**
   * @throws IllegalArgumentException for an argument it does not know
   */
  public LogisticRegression(ModelArguments arguments) {
    arguments.requireOnly("intercept");
    this.intercept = arguments.getBoolean("intercept", true);
  }

  @Override
  public List<TableSpec> tables() {
    TableSpec weights = new TableSpec("weights", 1, Initializer.ZERO, true, FRACTION_BITS);
    return intercept
        ? List.of(weights, new TableSpec("intercept", 1, Initializer.ZERO, false, FRACTION_BITS))
        : List.of(weights);
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    int[] features = rows.rows(WEIGHTS, block.keys(), block.nonzeros());
    return intercept
        ? new int[][] {features, {rows.row(INTERCEPT, INTERCEPT_KEY)}}
        : new int[][] {features};
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
    float bias = bias(rows, weights);
    float biasGradient = 0f;
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float label = labels[i] > 0f ? 1f : 0f;
      int from = starts[i];
      int to = starts[i + 1];
      float margin = margin(bias, features, w, values, from, to);
      scores[i] = margin;
      double decay = Elementary.exp(-Math.abs(margin));
      loss += loss(margin, label, decay);
      float slope = slope(margin, label, decay);
      biasGradient += slope;
      if (values == null) {
        for (int j = from; j < to; j++) {
          gradient[features[j]] += slope;
        }
      } else {
        for (int j = from; j < to; j++) {
          gradient[features[j]] += slope * values[j];
        }
      }
    }
    if (intercept) {
      gradients[INTERCEPT][rows[INTERCEPT][0]] += biasGradient;
    }
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    float bias = bias(rows, weights);
    int[] starts = block.starts();
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float margin =
          margin(bias, rows[WEIGHTS], weights[WEIGHTS], block.values(), starts[i], starts[i + 1]);
      scores[i] = margin;
      loss += loss(margin, block.labels()[i] > 0f ? 1f : 0f, Elementary.exp(-Math.abs(margin)));
    }
    return loss;
  }

  private float bias(int[][] rows, float[][] weights) {
    return intercept ? weights[INTERCEPT][rows[INTERCEPT][0]] : 0f;
  }

  private static float margin(
      float bias, int[] features, float[] w, float[] values, int from, int to) {
    float margin = bias;
    if (values == null) {
      for (int j = from; j < to; j++) {
        margin += w[features[j]];
      }
    } else {
      for (int j = from; j < to; j++) {
        margin += w[features[j]] * values[j];
      }
    }
    return margin;
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
