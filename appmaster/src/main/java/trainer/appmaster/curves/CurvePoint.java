package trainer.appmaster.curves;

import java.util.Map;

/**
 * Numbers of a job at a version, or a restart there.
 *
 * @param at epoch milliseconds
 * @param step the version
 * @param values by tags such as {@code train/logLoss}; NaN for a metric without a record
 * @param isRestart whether the numbers of this step and of all later ones so far are void
 */
public record CurvePoint(long at, long step, Map<String, Double> values, boolean isRestart) {
  static CurvePoint numbers(long at, long step, Map<String, Double> values) {
    return new CurvePoint(at, step, values, false);
  }

  static CurvePoint restart(long at, long step) {
    return new CurvePoint(at, step, Map.of(), true);
  }
}
