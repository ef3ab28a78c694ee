package trainer.benchmarks.scorer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import trainer.model.Scorer;

/**
 * The speed of one warm core from rows to predictions by trainer-model.jar: {@code ScorerSpeed
 * [ROWS]}, 500,000 by default. Rows of keys have 39 of 2^20 features. Rows a second are the median
 * of rounds, in processor time of one thread. The percentiles are of single calls, wall time, all
 * pauses of the machine and of garbage collection included.
 */
public final class ScorerSpeed {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final int ROWS = 500_000;
  private static final int FEATURES = 1 << 20;
  private static final int NONZEROS = 39;

  /** Rows of a table that are kept: maps are large. */
  private static final int MAPS = 20_000;

  private static final int WARM_UP = 3;
  private static final int ROUNDS = 9;

  private ScorerSpeed() {}

  public static void main(String[] args) throws IOException {
    int rows = args.length == 0 ? ROWS : Integer.parseInt(args[0]);
    for (String model : List.of("logistic", "fm")) {
      for (boolean isSkewed : new boolean[] {false, true}) {
        measureKeys(model, rows, isSkewed);
      }
    }
    measureMaps(rows);
  }

  /** Keys are drawn evenly, or skewed as those of clicks are: the logarithm of the key evenly. */
  private static void measureKeys(String model, int rows, boolean isSkewed) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    long[] keys = new long[rows * NONZEROS];
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          isSkewed
              ? (long) Math.exp(random.nextDouble() * Math.log(FEATURES))
              : random.nextInt(FEATURES);
    }
    try (MadeModel made = MadeModel.ofKeys(model, FEATURES)) {
      Scorer scorer = Scorer.load(made.folder());
      measure(
          model + ", 39 ones" + (isSkewed ? ", skewed" : ", evenly"),
          rows,
          i -> scorer.score(keys, null, i * NONZEROS, (i + 1) * NONZEROS).probability());
    }
  }

  private static void measureMaps(int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    List<Map<String, Object>> maps = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      Map<String, Object> row = new HashMap<>();
      for (int c = 0; c < MadeModel.COLUMNS / 2; c++) {
        row.put("n" + c, random.nextDouble() * 10);
        row.put("c" + c, "category-" + random.nextInt(1000));
      }
      maps.add(row);
    }
    try (MadeModel made = MadeModel.ofTable()) {
      Scorer scorer = Scorer.load(made.folder());
      String title = "logistic, maps of " + MadeModel.COLUMNS + " columns";
      measure(title, rows, i -> scorer.score(maps.get(i % MAPS)).probability());
    }
  }

  private static void measure(String title, int rows, IntToDoubleFunction score) {
    double[] seconds = new double[ROUNDS];
    double sum = 0;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      long start = CPU.getCurrentThreadCpuTime();
      for (int i = 0; i < rows; i++) {
        sum += score.applyAsDouble(i);
      }
      seconds[Math.max(0, round)] = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    long[] nanos = new long[rows];
    for (int i = 0; i < rows; i++) {
      long start = System.nanoTime();
      sum += score.applyAsDouble(i);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%s: %.2f million rows/s; a row %.1f us at the median, %.1f at 99 %%, %.1f at 99.9 %%"
            + " (mean score %.4f)%n",
        title,
        rows / 1e6 / seconds[ROUNDS / 2],
        nanos[rows / 2] / 1e3,
        nanos[(int) (rows * 0.99)] / 1e3,
        nanos[(int) (rows * 0.999)] / 1e3,
        sum / rows / (WARM_UP + ROUNDS + 1));
  }
}
