package trainer.core.message;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import trainer.core.input.Labels;
import trainer.core.input.Loss;

/**
 * Metrics under the names used by reports and commands: those that apply to the model's labels, NaN
 * before any record.
 *
 * @param labels of the model
 * @param loss of the model, which names the mean loss
 */
public record Measures(Labels labels, Loss loss) {
  private static final String ACCURACY = "accuracy";
  private static final String CALIBRATION = "calibration";
  private static final String BASE_RATE = "baseRateLogLoss";
  private static final Map<String, String> WORDS =
      Map.of("auc", "AUC", "rmse", "RMSE", BASE_RATE, "log loss of the base rate");
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** A name for people: {@code hinge loss} of {@code hingeLoss}. */
  public static String inWords(String name) {
    return WORDS.getOrDefault(
        name,
        CAPITAL.matcher(name).replaceAll(found -> " " + found.group().toLowerCase(Locale.ROOT)));
  }

  /**
   * Measures of training: the loss with {@code accuracy}, or with {@code rmse} where labels are
   * numbers. Beside a log loss of binary labels {@code calibration}: the mean of the predicted
   * probabilities over the share of positives.
   */
  public Map<String, Double> of(Metrics metrics) {
    Map<String, Double> named = new LinkedHashMap<>();
    named.put(loss.key(), metrics.meanLoss());
    if (labels.kind() == Labels.Kind.NUMBERS) {
      named.put("rmse", Math.sqrt(metrics.meanTally()));
    } else {
      named.put(ACCURACY, metrics.meanTally());
    }
    if (isOfProbabilities()) {
      named.put(CALIBRATION, metrics.positives().calibration());
    }
    return named;
  }

  /**
   * Measures of scored records: those of training. Where labels are binary, also {@code auc}, and
   * beside the log loss {@code baseRateLogLoss}.
   *
   * @param evaluation null before anything was scored
   */
  public Map<String, Double> of(EvaluationSummary evaluation) {
    EvaluationSummary scored = evaluation == null ? EvaluationSummary.NONE : evaluation;
    Map<String, Double> named = of(scored.metrics());
    if (labels.kind() == Labels.Kind.BINARY) {
      named.put("auc", scored.auc());
      if (isOfProbabilities()) {
        named.put(BASE_RATE, baseRate(scored));
      }
    }
    return named;
  }

  private boolean isOfProbabilities() {
    return labels.kind() == Labels.Kind.BINARY && loss.equals(Loss.LOG);
  }

  /** Whether a larger value of this metric is the better one. */
  public static boolean isGain(String name) {
    return name.equals("auc") || name.equals(ACCURACY);
  }

  /** The names of the measures of scored records that tell a better model from a worse one. */
  public List<String> names() {
    return of(EvaluationSummary.NONE).keySet().stream()
        .filter(name -> !name.equals(BASE_RATE) && !name.equals(CALIBRATION))
        .toList();
  }

  /**
   * The log loss of predicting the share of positives, by weight, for every record: −p ln p − (1 −
   * p) ln(1 − p). NaN of no records.
   */
  public static double baseRate(EvaluationSummary evaluation) {
    double share = evaluation.positiveShare();
    return surprise(share) + surprise(1 - share);
  }

  private static double surprise(double share) {
    return share == 0 ? 0 : -share * StrictMath.log(share);
  }
}
