package trainer.master.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;

/**
 * Warnings about a model that is no better than guessing. The log loss is compared with a
 * reference. For held-out records of two classes, whose labels are counted, that is the loss of the
 * base rate. Elsewhere it is ln(classes), the loss of equal probabilities.
 */
final class ResultWarnings {
  /** Tolerance for rounding: a loss just below its reference is no better either. */
  private static final double ROUNDING = 1e-6;

  private static final String ADVICE =
      "try features scaled to about -1 to 1, another learning rate, or more epochs";

  private final Measures measures;

  private ResultWarnings(Measures measures) {
    this.measures = measures;
  }

  /**
   * One sentence for each finding.
   *
   * @param version of the model: version 1 has no training loss to report, as its records were
   *     scored by the initial values
   * @param train metrics of the newest epoch, each record scored before its update
   * @param validation of the held-out records; null if there are none
   */
  static List<String> of(
      Settings settings,
      Measures measures,
      long version,
      Metrics train,
      EvaluationSummary validation) {
    return new ResultWarnings(measures).find(settings, version > 1, train, validation);
  }

  private List<String> find(
      Settings settings, boolean isTrainTold, Metrics train, EvaluationSummary validation) {
    List<String> found = new ArrayList<>();
    if (settings.find(Keys.OPTIMIZER_LEARNING_RATE).filter(rate -> rate == 0).isPresent()) {
      found.add("trainer.optimizer.learning-rate is 0: the model has learnt nothing");
    } else if (isTrainTold && isLogLoss()) {
      compare(found, "training", train, StrictMath.log(measures.labels().classes()), "guessing");
    }
    if (validation != null && isLogLoss()) {
      boolean binary = measures.labels().kind() == Labels.Kind.BINARY;
      compare(
          found,
          "held-out",
          validation.metrics(),
          binary ? Measures.baseRate(validation) : StrictMath.log(measures.labels().classes()),
          binary ? "the base rate" : "guessing");
    }
    return found;
  }

  private boolean isLogLoss() {
    return measures.loss().equals(Loss.LOG) && measures.labels().kind() != Labels.Kind.NUMBERS;
  }

  private static void compare(
      List<String> found, String of, Metrics metrics, double reference, String name) {
    if (metrics.records() > 0 && metrics.meanLoss() >= reference - ROUNDING) {
      found.add(
          String.format(
              Locale.ROOT,
              "the %s log loss, %.4f, is no better than that of %s, %.4f: %s",
              of,
              metrics.meanLoss(),
              name,
              reference,
              ADVICE));
    }
  }
}
