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
 *
 * <p>With other weights mini-batches are cut otherwise, and what workers keep of their shares from
 * one epoch to the next is of no use. So a weight stays as it is until the speed says that it is
 * off by a quarter, and a share that takes a millisecond says less of a speed than one that takes a
 * second.
 */
final class Pace {
  private static final double LEAST = 0.1;
  private static final double MOST = 2;
  private static final double STEPS = 20;

  /** How far a weight may be off. */
  private static final double OFF = 1.25;

  /** The part that the newest share has in a speed, if it took so long; at most, at least. */
  private static final double NEWEST = 0.2;

  private static final double NEWEST_OF_NANOS = 200e6;
  private static final double NEWEST_AT_LEAST = 0.01;

  private static final class Speed {
    private double recordsPerNano;
    private int shares;
    private double weight = 1;
  }

  private final Map<Long, Speed> speeds = new HashMap<>();

  /** A share of {@code records} took this worker {@code nanos}. */
  void measured(long incarnation, long records, long nanos) {
    if (records > 0 && nanos > 0) {
      Speed speed = speeds.computeIfAbsent(incarnation, key -> new Speed());
      double latest = records / (double) nanos;
      double part = 1;
      if (speed.shares > 0) {
        double expected = records / speed.recordsPerNano;
        part = Math.min(NEWEST, NEWEST * expected / NEWEST_OF_NANOS);
        part = Math.max(Math.max(NEWEST_AT_LEAST, 1.0 / (speed.shares + 1)), part);
      }
      speed.recordsPerNano += part * (latest - speed.recordsPerNano);
      speed.shares++;
    }
  }

  void forget(long incarnation) {
    speeds.remove(incarnation);
  }

  /** The weights of the given workers, in their order; 1 for one not yet measured. */
  double[] weights(List<Long> incarnations) {
    double mean =
        incarnations.stream()
            .map(speeds::get)
            .filter(speed -> speed != null)
            .mapToDouble(speed -> speed.recordsPerNano)
            .average()
            .orElse(1);
    return incarnations.stream()
        .mapToDouble(
            incarnation -> {
              Speed speed = speeds.get(incarnation);
              return speed == null ? 1 : weight(speed, speed.recordsPerNano / mean);
            })
        .toArray();
  }

  private static double weight(Speed speed, double measured) {
    double now = Math.max(LEAST, Math.min(MOST, Math.rint(measured * STEPS) / STEPS));
    if (isOff(speed.weight, now)) {
      speed.weight = isOff(1, now) ? now : 1;
    }
    return speed.weight;
  }

  private static boolean isOff(double weight, double now) {
    return now > weight * OFF || now < weight / OFF;
  }
}
