package trainer.benchmarks.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The speed of one warm core from a table to features: {@code TableSpeed FORMAT [ROWS]}, 200,000
 * rows by default. Decompression, decoding and hashing, in processor time of one thread; the file
 * is in the page cache. A process measures one format, as a job reads one: code that ran for
 * several formats is compiled for all of them, and is up to a third slower.
 */
public final class TableSpeed {
  private static final int ROWS = 200_000;

  /** What texts a table has. */
  private enum Texts {
    REPEATED("texts of dictionaries", true, 1000),
    MIXED("texts of dictionaries where the writer finds them worth it", true, 0),
    PLAIN("plain texts", false, 1_000_000);

    private final String title;
    private final boolean hasDictionary;
    private final int different;

    Texts(String title, boolean hasDictionary, int different) {
      this.title = title;
      this.hasDictionary = hasDictionary;
      this.different = different;
    }
  }

  private TableSpeed() {}

  public static void main(String[] args) throws IOException {
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : ROWS;
    int different = Texts.PLAIN.different;
    switch (args[0]) {
      case "parquet-repeated" -> measureParquet(rows, Texts.REPEATED);
      case "parquet-mixed" -> measureParquet(rows, Texts.MIXED);
      case "parquet-plain" -> measureParquet(rows, Texts.PLAIN);
      case "orc-repeated" -> measureOrc(rows, Texts.REPEATED);
      case "orc-mixed" -> measureOrc(rows, Texts.MIXED);
      case "orc-plain" -> measureOrc(rows, Texts.PLAIN);
      case "avro" ->
          measure("Avro with snappy", rows, "a.avro", f -> TableFile.writeAvro(f, rows, different));
      case "tfrecord" ->
          measure("TFRecord", rows, "a.tfrecord", f -> TableFile.writeExamples(f, rows, different));
      case "csv" -> measure("CSV", rows, "a.csv", f -> TableFile.writeCsv(f, rows, different));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Writes a file. */
  private interface Writing {
    void to(Path file) throws IOException;
  }

  private static void measureParquet(int rows, Texts texts) throws IOException {
    measure(
        "Parquet, " + texts.title,
        rows,
        "a.parquet",
        file -> TableFile.write(file, rows, texts.hasDictionary, texts.different));
  }

  private static void measureOrc(int rows, Texts texts) throws IOException {
    measure(
        "ORC, " + texts.title,
        rows,
        "a.orc",
        file -> OrcTableFile.write(file, rows, texts.hasDictionary, texts.different));
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
