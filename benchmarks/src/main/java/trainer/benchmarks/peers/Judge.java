package trainer.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Mean log loss of predictions from any system: {@code Judge INPUT PREDICTIONS}. The input is
 * libsvm lines with labels above 0 or not; there are as many predictions, each the probability of a
 * label above 0.
 */
public final class Judge {
  /** Bounds the cost of a single record to 34.5. */
  private static final double LEAST = 1e-15;

  private Judge() {}

  public static void main(String[] args) throws IOException {
    double sum = 0;
    long records = 0;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8);
        BufferedReader predictions =
            Files.newBufferedReader(Path.of(args[1]), StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        double positive = Double.parseDouble(predictions.readLine());
        boolean is = Double.parseDouble(line.substring(0, line.indexOf(' '))) > 0;
        sum -= Math.log(Math.max(LEAST, is ? positive : 1 - positive));
        records++;
      }
      if (predictions.readLine() != null) {
        throw new IllegalArgumentException(args[1] + " has more than " + records + " lines");
      }
    }
    System.out.printf(Locale.ROOT, "%.5f%n", sum / records);
  }
}
