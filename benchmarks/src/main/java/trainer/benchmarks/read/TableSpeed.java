package trainer.benchmarks.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The speed of one warm core from tables of Parquet, ORC, Avro, TFRecord and CSV to features:
 * {@code TableSpeed [ROWS]}, 200,000 by default. Decompression, decoding and hashing, in processor
 * time of one thread; the files are in the page cache.
 */
public final class TableSpeed {
  private static final int ROWS = 200_000;

  private TableSpeed() {}

  public static void main(String[] args) throws IOException {
    int rows = args.length == 0 ? ROWS : Integer.parseInt(args[0]);
    measure("texts of dictionaries", rows, true, 1000);
    measure("texts of dictionaries where the writer finds them worth it", rows, true, 0);
    measure("plain texts", rows, false, 1_000_000);
    measureOrc("texts of dictionaries", rows, true, 1000);
    measureOrc("texts of dictionaries where the writer finds them worth it", rows, true, 0);
    measureOrc("plain texts", rows, false, 1_000_000);
    measure("Avro with snappy", rows, "a.avro", file -> TableFile.writeAvro(file, rows, 1_000_000));
    measure("TFRecord", rows, "a.tfrecord", file -> TableFile.writeExamples(file, rows, 1_000_000));
    measure("CSV", rows, "a.csv", file -> TableFile.writeCsv(file, rows, 1_000_000));
  }

  /** Writes a file. */
  private interface Writing {
    void to(Path file) throws IOException;
  }

  private static void measure(String title, int rows, boolean hasDictionary, int different)
      throws IOException {
    measure(
        "Parquet, " + title,
        rows,
        "a.parquet",
        file -> TableFile.write(file, rows, hasDictionary, different));
  }

  private static void measureOrc(String title, int rows, boolean hasDictionary, int different)
      throws IOException {
    measure(
        "ORC, " + title,
        rows,
        "a.orc",
        file -> OrcTableFile.write(file, rows, hasDictionary, different));
  }

  private static void measure(String title, int rows, String name, Writing writing)
      throws IOException {
    Path file = Files.createTempDirectory("table").resolve(name);
    try {
      writing.to(file);
      Map<String, String> keys = Map.of("trainer.features", TableFile.features());
      try (Decoding decoding = new Decoding(file.toString(), keys)) {
        double median = Turns.median(Turns.of(decoding::records)[0]);
        System.out.printf(
            "%s, %.1f MB: %.2f million rows/s, digest %08x%n",
            title, Files.size(file) / 1e6, rows / 1e6 / median, decoding.digest());
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }
}
