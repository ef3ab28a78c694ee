package trainer.learning.model;

import static trainer.learning.model.LinearTables.WEIGHTS;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Factorization machine of degree two (Rendle: Factorization Machines, ICDM 2010), alias {@code
 * fm}. Each feature has a weight and {@code trainer.model.args.rank} (8) factors; a pair of
 * features contributes the product of their factors.
 *
 * <p>A record's margin is m = b + Σᵢ wᵢ·xᵢ + Σᵢ﹤ⱼ ⟨vᵢ, vⱼ⟩·xᵢ·xⱼ in float32. Labels are 1 and 0 (or
 * −1) and the loss is {@link LogisticLoss}. With {@code trainer.model.args.loss=squared} labels are
 * numbers, m is the prediction and the loss is half its squared error.
 *
 * <p>Tables: {@link LinearTables} with {@code factors} instead of {@code weights}. A row of it is a
 * feature's weight followed by its factors, so that one key reads both. Factors begin at random,
 * with deviation {@code trainer.model.args.deviation} (0.01), since factors of zero have a gradient
 * of zero.
 */
public final class FactorizationMachine implements Model {
  private static final String RANK_ARGUMENT = "rank";
  private static final String DEVIATION_ARGUMENT = "deviation";
  private static final String LOSS_ARGUMENT = "loss";
  private static final int MOST_FACTORS = 1024;

  private final LinearTables linear;
  private final Interactions interactions;
  private final int rank;
  private final boolean squared;

  /**
   * @throws IllegalArgumentException for an unknown argument
   */
  public FactorizationMachine(ModelArguments arguments) {
    arguments.requireOnly(
        LinearTables.INTERCEPT_ARGUMENT,
        LinearTables.FEATURES_ARGUMENT,
        RANK_ARGUMENT,
        DEVIATION_ARGUMENT,
        LOSS_ARGUMENT);
    rank = arguments.getInteger(RANK_ARGUMENT, 8, 1, MOST_FACTORS);
    float deviation = arguments.getNumber(DEVIATION_ARGUMENT, 0.01f, 1e-6f, 1f);
    Initializer initial = Initializer.zeroThenUniform(deviation * (float) Math.sqrt(3));
    linear = new LinearTables("factors", 1 + rank, initial, 1, arguments);
    interactions = new Interactions(rank);
    squared = squared(arguments.get(LOSS_ARGUMENT, "logistic"));
  }

  private static boolean squared(String loss) {
    if (!loss.equals("logistic") && !loss.equals("squared")) {
      throw new IllegalArgumentException(
          "trainer.model.args.loss is '" + loss + "', neither logistic nor squared");
    }
    return loss.equals("squared");
  }

  @Override
  public List<TableSpec> tables() {
    return linear.specs();
  }

  @Override
  public Labels labels() {
    return squared ? Labels.NUMBERS : Labels.BINARY;
  }

  @Override
  public Loss loss() {
    return squared ? Loss.UNNAMED : Loss.LOG;
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
    int[] at = rows[WEIGHTS];
    float[] gradient = gradients[WEIGHTS];
    int[] starts = block.starts();
    float[] sums = new float[rank];
    float bias = linear.bias(rows, weights, 0);
    float biasGradient = 0f;
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float margin = margin(bias, at, weights[WEIGHTS], block, i, sums);
      scores[i] = margin;
      float weight = block.weight(i);
      float slope;
      if (squared) {
        float error = margin - block.labels()[i];
        loss += weight * ((double) error * error / 2);
        slope = weight * error;
      } else {
        float target = LogisticLoss.target(block.labels()[i]);
        double decay = LogisticLoss.decay(margin);
        loss += weight * LogisticLoss.loss(margin, target, decay);
        slope = weight * LogisticLoss.slope(margin, target, decay);
      }
      biasGradient += slope;
      interactions.addLinear(gradient, slope, at, block.values(), starts[i], starts[i + 1]);
      interactions.addTo(
          gradient, slope, at, weights[WEIGHTS], block.values(), starts[i], starts[i + 1], sums);
    }
    linear.addBias(rows, gradients, 0, biasGradient);
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    float[] sums = new float[rank];
    float bias = linear.bias(rows, weights, 0);
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      float label = block.labels()[i];
      float margin = margin(bias, rows[WEIGHTS], weights[WEIGHTS], block, i, sums);
      scores[i] = margin;
      if (squared) {
        float error = margin - label;
        loss += block.weight(i) * ((double) error * error / 2);
      } else {
        float target = LogisticLoss.target(label);
        loss += block.weight(i) * LogisticLoss.loss(margin, target, LogisticLoss.decay(margin));
      }
    }
    return loss;
  }

  private float margin(
      float bias, int[] at, float[] rows, Examples block, int record, float[] sums) {
    int from = block.starts()[record];
    int to = block.starts()[record + 1];
    float sum = interactions.linear(bias, at, rows, block.values(), from, to);
    return sum + interactions.of(at, rows, block.values(), from, to, sums);
  }
}
