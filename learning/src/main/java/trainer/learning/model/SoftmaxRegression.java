package trainer.learning.model;

import static trainer.learning.model.LinearTables.WEIGHTS;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.math.Elementary;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * Multinomial logistic regression on sparse features, alias {@code softmax}: labels are the classes
 * 0 to {@code trainer.model.classes} − 1.
 *
 * <p>A record's logits are z_c = b_c + Σ w_kc·xₖ in float32, added in the order of the record. Its
 * loss is ln Σ e^z_c − z_y; the gradient of logit c is e^z_c / Σ e^z − [c = y]. The predicted class
 * is the one with the greatest logit; of equal ones, the first. Tables: {@link LinearTables}, one
 * column per class.
 */
public final class SoftmaxRegression implements Model {
  private final LinearTables linear;
  private final int classes;

  /**
   * @throws IllegalArgumentException for an unknown argument, and without classes
   */
  public SoftmaxRegression(ModelArguments arguments) {
    arguments.requireOnly(
        LinearTables.INTERCEPT_ARGUMENT, LinearTables.FEATURES_ARGUMENT, ModelArguments.CLASSES);
    this.classes = arguments.classes();
    this.linear = new LinearTables(classes, arguments);
  }

  @Override
  public List<TableSpec> tables() {
    return linear.specs();
  }

  @Override
  public Labels labels() {
    return Labels.classes(classes);
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
    Walk walk = new Walk(rows, weights);
    float[] biasGradient = new float[classes];
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      loss += block.weight(i) * walk.forward(block, i);
      System.arraycopy(walk.logits, 0, scores, i * classes, classes);
      walk.toSlopes((int) block.labels()[i], block.weight(i));
      walk.addTo(gradients[WEIGHTS], block, i);
      for (int c = 0; c < classes; c++) {
        biasGradient[c] += walk.logits[c];
      }
    }
    for (int c = 0; c < classes; c++) {
      linear.addBias(rows, gradients, c, biasGradient[c]);
    }
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    Walk walk = new Walk(rows, weights);
    double loss = 0;
    for (int i = 0; i < block.records(); i++) {
      loss += block.weight(i) * walk.forward(block, i);
      System.arraycopy(walk.logits, 0, scores, i * classes, classes);
    }
    return loss;
  }

  /** The state of one pass through a block, record after record. */
  private final class Walk {
    private final int[] features;
    private final float[] w;
    private final float[] bias = new float[classes];
    private final float[] logits = new float[classes];
    private final double[] shares = new double[classes];
    private double total;

    Walk(int[][] rows, float[][] weights) {
      this.features = rows[WEIGHTS];
      this.w = weights[WEIGHTS];
      for (int c = 0; c < classes; c++) {
        bias[c] = linear.bias(rows, weights, c);
      }
    }

    /** Computes the logits and each class's share of {@code total}; returns the loss. */
    double forward(Examples block, int record) {
      addUp(block, record);
      // Relative to the greatest logit no exponential overflows, and the sum is at least 1.
      float greatest = logits[0];
      for (int c = 1; c < classes; c++) {
        greatest = logits[c] > greatest ? logits[c] : greatest;
      }
      total = 0;
      for (int c = 0; c < classes; c++) {
        shares[c] = Elementary.exp((double) logits[c] - greatest);
        total += shares[c];
      }
      return StrictMath.log(total) + greatest - logits[(int) block.labels()[record]];
    }

    private void addUp(Examples block, int record) {
      float[] values = block.values();
      System.arraycopy(bias, 0, logits, 0, classes);
      for (int j = block.starts()[record]; j < block.starts()[record + 1]; j++) {
        int row = features[j] * classes;
        float value = values == null ? 1f : values[j];
        for (int c = 0; c < classes; c++) {
          logits[c] += w[row + c] * value;
        }
      }
    }

    /** Replaces the logits by the gradients of the weighted loss. */
    void toSlopes(int label, float weight) {
      for (int c = 0; c < classes; c++) {
        logits[c] = weight * (float) (shares[c] / total - (c == label ? 1 : 0));
      }
    }

    void addTo(float[] gradient, Examples block, int record) {
      float[] values = block.values();
      for (int j = block.starts()[record]; j < block.starts()[record + 1]; j++) {
        int row = features[j] * classes;
        float value = values == null ? 1f : values[j];
        for (int c = 0; c < classes; c++) {
          gradient[row + c] += logits[c] * value;
        }
      }
    }
  }
}
