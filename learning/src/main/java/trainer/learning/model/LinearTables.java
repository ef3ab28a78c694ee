package trainer.learning.model;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

/**
 * The tables of models that are linear in their features.
 *
 * <ul>
 *   <li>{@code weights}: one row per feature id; dense if {@code trainer.model.args.features} gives
 *       the number of features.
 *   <li>{@code intercept}: the row 0, not regularised; absent with {@code
 *       trainer.model.args.intercept=false}.
 * </ul>
 */
final class LinearTables {
  /** The argument that enables the intercept. */
  static final String INTERCEPT_ARGUMENT = "intercept";

  /** The argument with the number n of features; feature ids are then 0 to n − 1. */
  static final String FEATURES_ARGUMENT = "features";

  static final int WEIGHTS = 0;
  private static final int INTERCEPT = 1;
  private static final long INTERCEPT_KEY = 0;

  /** 2^-20 is small against any useful gradient; a block's sum up to 2^11 still fits an int32. */
  private static final int FRACTION_BITS = 20;

  private final TableSpec weights;

  /** Values of the intercept's row. */
  private final int width;

  private final boolean intercept;

  /** The number of features, or 0 if it is unknown. */
  private final int features;

  /**
   * @param width values per row: the model's outputs
   */
  LinearTables(int width, ModelArguments arguments) {
    this("weights", width, Initializer.ZERO, width, arguments);
  }

  /**
   * The tables of a model whose features have more than a weight.
   *
   * @param name of the table of features
   * @param rowWidth values of one of its rows
   * @param initial the initial values of its rows
   * @param width the model's outputs
   */
  LinearTables(
      String name, int rowWidth, Initializer initial, int width, ModelArguments arguments) {
    this.weights = new TableSpec(name, rowWidth, initial, true, FRACTION_BITS);
    this.width = width;
    this.intercept = arguments.getBoolean(INTERCEPT_ARGUMENT, true);
    boolean known = arguments.values().containsKey(FEATURES_ARGUMENT);
    this.features = known ? arguments.getInteger(FEATURES_ARGUMENT, 0, 1, Integer.MAX_VALUE) : 0;
  }

  List<TableSpec> specs() {
    TableSpec table = features > 0 ? weights.dense(features) : weights;
    TableSpec bias = new TableSpec("intercept", width, Initializer.ZERO, false, FRACTION_BITS);
    return intercept ? List.of(table, bias.dense(1)) : List.of(table);
  }

  /** One row per nonzero, and the intercept's. */
  int[][] rows(Examples block, RowIndex rows) {
    int[] features = rows.rows(WEIGHTS, block.keys(), block.nonzeros());
    return intercept
        ? new int[][] {features, {rows.row(INTERCEPT, INTERCEPT_KEY)}}
        : new int[][] {features};
  }

  /** The intercept of output {@code output}. */
  float bias(int[][] rows, float[][] weights, int output) {
    return intercept ? weights[INTERCEPT][rows[INTERCEPT][0] * width + output] : 0f;
  }

  /** Adds to the intercept's gradient. */
  void addBias(int[][] rows, float[][] gradients, int output, float gradient) {
    if (intercept) {
      gradients[INTERCEPT][rows[INTERCEPT][0] * width + output] += gradient;
    }
  }

  /** b + Σ wₖ·xₖ of one record in float32, added in its order. For models of one output. */
  static float sum(float bias, int[] features, float[] w, float[] values, int from, int to) {
    float sum = bias;
    if (values == null) {
      for (int j = from; j < to; j++) {
        sum += w[features[j]];
      }
    } else {
      for (int j = from; j < to; j++) {
        sum += w[features[j]] * values[j];
      }
    }
    return sum;
  }

  /** Adds {@code slope}·x of one record to the gradient. For models of one output. */
  static void addTo(
      float[] gradient, float slope, int[] features, float[] values, int from, int to) {
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
}
