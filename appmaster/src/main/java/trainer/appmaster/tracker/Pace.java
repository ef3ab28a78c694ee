package trainer.appmaster.tracker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast each worker is, as measured, and so how much of a mini-batch it is given.
 *
 * <p>A weight is the worker's speed over the mean speed, kept within [1/10, 2]: one that is slow
 * gets as much less, and one that measures badly (it has just started, or it was stopped) still
 * enough to show that it is fast. Weights are rounded to a twentieth, finer than speeds are
 * measured, so that few differ.
 */
final class Pace {
  private static final double LEAST = 0.1;
  private static final double MOST = 2;
  private static final double NEWEST = 0.2;
  private static final double STEPS = 20;

  private final Map<Long, Double> recordsPerNano = new HashMap<>();

  /** A share of {@code records} took this worker {@code nanos}. */
  void measured(long incarnation, long records, long nanos) {
    if (records > 0 && nanos > 0) {
      double speed = records / (double) nanos;
      recordsPerNano.merge(incarnation, speed, (old, latest) -> old + NEWEST * (latest - old));
    }
  }

  void forget(long incarnation) {
    recordsPerNano.remove(incarnation);
  }

  /** The weights of the given workers, in their order; 1 for one not yet measured. */
  double[] weights(List<Long> incarnations) {
    double mean =
        incarnations.stream()
            .map(recordsPerNano::get)
            .filter(speed -> speed != null)
            .mapToDouble(Double::doubleValue)
            .average()
            .orElse(1);
    return incarnations.stream()
        .mapToDouble(
            incarnation -> {
              double speed = recordsPerNano.getOrDefault(incarnation, mean) / mean;
              return Math.max(LEAST, Math.min(MOST, Math.rint(speed * STEPS) / STEPS));
            })
        .toArray();
  }
}
