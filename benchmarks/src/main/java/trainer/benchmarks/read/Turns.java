package trainer.benchmarks.read;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Processor seconds of steps that this thread runs alternately. */
final class Turns {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 7;

  /** A step to be timed. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  private Turns() {}

  /** Runs the steps alternately; returns {@code [step][round]}. */
  static double[][] of(Step... steps) throws IOException {
    double[][] seconds = new double[steps.length][ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (int i = 0; i < steps.length; i++) {
        long start = CPU.getCurrentThreadCpuTime();
        steps[i].run();
        if (round >= 0) {
          seconds[i][round] = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
        }
      }
    }
    return seconds;
  }

  /** The median of {@code above[i] / below[i]}. */
  static double ratio(double[] above, double[] below) {
    double[] ratios = new double[above.length];
    Arrays.setAll(ratios, i -> above[i] / below[i]);
    return median(ratios);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
