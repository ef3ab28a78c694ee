package trainer.master.job.bsp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.id.Incarnation;

/**
 * The measured speed of each worker, and its weight in cutting a mini-batch.
 *
 * <p>A weight is the worker's speed over the mean speed, kept within [1/10, 2]. So a slow worker
 * gets less in proportion. A worker that measures badly, because it has just started or was
 * stopped, still gets enough to show that it is fast. Weights are rounded to a twentieth, finer
 * than speeds are measured, so that few differ.
 *
 * <p>With other weights mini-batches are cut differently, and the caches of workers are useless in
 * the next epoch. So weights stay until the measured weight of one worker is off by a fifth. A
 * share of a millisecond counts less for a speed than a share of a second. The price: if one worker
 * is a fifth slower than the mean and another a fifth faster, mini-batches are cut evenly. They
 * then take a quarter longer than they could.
 */
final class WorkerSpeeds {
  private static final double LEAST = 0.1;
  private static final double MOST = 2;
  private static final double STEPS = 20;

  /** The factor by which a weight may be off. */
  private static final double OFF = 1.2;

  /**
   * The part of the newest share in a speed, if it was expected to take {@link #NEWEST_OF_NANOS} or
   * longer. A shorter share counts less, down to {@link #NEWEST_AT_LEAST}.
   */
  private static final double NEWEST = 0.2;

  private static final double NEWEST_OF_NANOS = 200e6;
  private static final double NEWEST_AT_LEAST = 0.01;

  /**
   * The cap on surprises: a share counts in a speed as if at least its time divided by this had
   * been expected.
   */
  private static final double SURPRISE = 4;

  private static final class Speed {
    private double recordsPerNano;
    private int shares;
    private double weight = 1;
  }

  private static final Speed NOT_MEASURED = new Speed();

  private final Map<Incarnation, Speed> speeds = new HashMap<>();

  /** A share of {@code records} took this worker {@code nanos}. */
  void addMeasurement(Incarnation incarnation, long records, long nanos) {
    if (records > 0 && nanos > 0) {
      Speed speed = speeds.computeIfAbsent(incarnation, key -> new Speed());
      double latest = records / (double) nanos;
      double part = 1;
      if (speed.shares > 0) {
        double expected = Math.max(records / speed.recordsPerNano, nanos / SURPRISE);
        part = Math.min(NEWEST, NEWEST * expected / NEWEST_OF_NANOS);
        part = Math.max(Math.max(NEWEST_AT_LEAST, 1.0 / (speed.shares + 1)), part);
      }
      speed.recordsPerNano += part * (latest - speed.recordsPerNano);
      speed.shares++;
    }
  }

  void forget(Incarnation incarnation) {
    speeds.remove(incarnation);
  }

  /** The weights of the given workers, in their order; 1 for one not yet measured. */
  double[] weights(List<Incarnation> incarnations) {
    List<Speed> measured =
        incarnations.stream().map(speeds::get).filter(speed -> speed != null).toList();
    double mean = measured.stream().mapToDouble(speed -> speed.recordsPerNano).average().orElse(1);
    if (measured.stream().anyMatch(speed -> isOff(speed.weight, weight(speed, mean)))) {
      measured.forEach(speed -> speed.weight = weight(speed, mean));
    }
    return incarnations.stream()
        .mapToDouble(incarnation -> speeds.getOrDefault(incarnation, NOT_MEASURED).weight)
        .toArray();
  }

  private static double weight(Speed speed, double mean) {
    double measured = speed.recordsPerNano / mean;
    return Math.max(LEAST, Math.min(MOST, Math.rint(measured * STEPS) / STEPS));
  }

  private static boolean isOff(double weight, double now) {
    return now > weight * OFF || now < weight / OFF;
  }
}
