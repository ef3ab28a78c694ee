package trainer.core.message;

import java.util.LinkedHashMap;
import java.util.Map;
import trainer.core.input.Labels;

/**
 * Metrics under the names that reports and commands give them: those that mean something for the
 * model's labels, NaN where there is nothing yet.
 */
public final class Measures {
  private static final Map<String, String> WORDS =
      Map.of("logLoss", "log loss", "auc", "AUC", "rmse", "RMSE");

  private Measures() {}

  /** A name for people. */
  public static String inWords(String name) {
    return WORDS.getOrDefault(name, name);
  }

  /** Of training: {@code logLoss} and {@code accuracy}, or {@code loss} and {@code rmse}. */
  public static Map<String, Double> of(Labels labels, Metrics metrics) {
    Map<String, Double> named = new LinkedHashMap<>();
    if (labels.kind() == Labels.Kind.NUMBERS) {
      named.put("loss", metrics.meanLoss());
      named.put("rmse", Math.sqrt(metrics.meanTally()));
    } else {
      named.put("logLoss", metrics.meanLoss());
      named.put("accuracy", metrics.meanTally());
    }
    return named;
  }

  /**
   * Of scored records: the same, and {@code auc} where labels are binary.
   *
   * @param evaluation null before anything was scored
   */
  public static Map<String, Double> of(Labels labels, Evaluation evaluation) {
    Map<String, Double> named =
        of(labels, evaluation == null ? Metrics.NONE : evaluation.metrics());
    if (labels.kind() == Labels.Kind.BINARY) {
      named.put("auc", evaluation == null ? Double.NaN : evaluation.auc());
    }
    return named;
  }
}
