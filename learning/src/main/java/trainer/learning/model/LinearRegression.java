package trainer.learning.model;

import static trainer.learning.model.LinearTables.WEIGHTS;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Linear regression on sparse features, alias {@code linear}: labels are numbers.
 *
 * <p>A record's prediction is p = b + Σ wₖ·xₖ in float32 and its error r = p − y. The loss is r²/2.
 * With {@code trainer.model.args.loss=huber} it is r²/2 up to |r| = δ and δ·(|r| − δ/2) beyond,
 * where δ is {@code trainer.model.args.delta} (Huber: Robust Estimation of a Location Parameter,
 * 1964). Tables: {@link LinearTables} of width 1.
 */
public final class LinearRegression implements Model {
  private final LinearTables linear;

  /** The error at which Huber's loss becomes linear; infinite for squared errors. */
  private final float delta;

  /**
   * @throws IllegalArgumentException for an unknown argument
   */
  public LinearRegression(ModelArguments arguments) {
    arguments.requireOnly(
        LinearTables.INTERCEPT_ARGUMENT, LinearTables.FEATURES_ARGUMENT, "loss", "delta");
    this.linear = new LinearTables(1, arguments);
    this.delta = delta(arguments);
  }

  private static float delta(ModelArguments arguments) {
    String loss = arguments.get("loss", "squared");
    if (loss.equals("huber")) {
      return arguments.getNumber("delta", 1f, Float.MIN_NORMAL, Float.MAX_VALUE);
    }
    if (!loss.equals("squared")) {
      throw new IllegalArgumentException(
          "trainer.model.args.loss is '" + loss + "', neither squared nor huber");
    }
    if (arguments.values().containsKey("delta")) {
      throw new IllegalArgumentException("trainer.model.args.delta is of loss=huber alone");
    }
    return Float.POSITIVE_INFINITY;
  }

  @Override
  public List<TableSpec> tables() {
    return linear.specs();
  }

  @Override
  public Labels labels() {
    return Labels.NUMBERS;
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
    int[] starts = block.starts();
    float biasGradient = 0f;
    double loss = score(block, rows, weights, scores);
    for (int i = 0; i < block.records(); i++) {
      float error = scores[i] - block.labels()[i];
      float slope = block.weight(i) * Math.max(-delta, Math.min(delta, error));
      biasGradient += slope;
      LinearTables.addTo(
          gradients[WEIGHTS], slope, features, block.values(), starts[i], starts[i + 1]);
    }
    linear.addBias(rows, gradients, 0, biasGradient);
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    int[] starts = block.starts();
    float bias = linear.bias(rows, weights, 0);
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      scores[i] =
          LinearTables.sum(
              bias, rows[WEIGHTS], weights[WEIGHTS], block.values(), starts[i], starts[i + 1]);
      loss += block.weight(i) * loss(scores[i] - block.labels()[i]);
    }
    return loss;
  }

  private double loss(double error) {
    double size = Math.abs(error);
    return size <= delta ? size * size / 2 : delta * (size - delta / 2);
  }
}
