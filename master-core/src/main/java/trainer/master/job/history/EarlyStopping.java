package trainer.master.job.history;

import java.util.Map;
import java.util.SortedMap;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;

/**
 * The rule that ends a training whose held-out metric does not improve any more ({@code
 * trainer.early-stopping.*}). A pure function of the learning curve.
 *
 * @param metric the name of the metric, as {@link Measures} names it
 * @param patience the points in a row without an improvement that end the training
 * @param minDelta a smaller difference is no improvement
 */
public record EarlyStopping(Measures measures, String metric, int patience, double minDelta) {
  /**
   * What the curve shows so far.
   *
   * @param best the first version with the best value; 0 before any
   * @param value its value
   * @param without the newest points in a row without an improvement
   */
  public record Verdict(long best, double value, int without) {
    static final Verdict NONE = new Verdict(0, Double.NaN, 0);
  }

  /** The value of the metric. */
  double value(EvaluationSummary heldOut) {
    return measures.of(heldOut).get(metric);
  }

  /**
   * Judges the points up to the newest. A value that is not a number is no improvement.
   *
   * @param values of the metric, by version
   */
  Verdict of(SortedMap<Long, Double> values) {
    long best = 0;
    double value = Double.NaN;
    double reference = Double.NaN;
    int without = 0;
    for (Map.Entry<Long, Double> point : values.entrySet()) {
      double next = point.getValue();
      if (isBetter(next, value, 0)) {
        best = point.getKey();
        value = next;
      }
      boolean isImproved = isBetter(next, reference, minDelta);
      reference = isImproved ? next : reference;
      without = isImproved ? 0 : without + 1;
    }
    return new Verdict(best, value, without);
  }

  /**
   * Whether the training is over: the best version is its model. A metric that never was a number
   * ends nothing.
   */
  boolean ends(Verdict verdict) {
    return verdict.best() > 0 && verdict.without() >= patience;
  }

  /** Whether a value is better than another by more than {@code delta}. */
  private boolean isBetter(double value, double than, double delta) {
    if (Double.isNaN(value) || Double.isNaN(than)) {
      return !Double.isNaN(value);
    }
    return Measures.isGain(metric) ? value - than > delta : than - value > delta;
  }
}
