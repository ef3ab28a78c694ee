package trainer.benchmarks.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/**
 * The reading speed of one warm core: {@code ReadingSpeed FILE …}. Each libsvm file is read as
 * blocks of text. Then its first 200,000 records are read as Avro with each codec, alternating with
 * Avro's GenericDatumReader. Processor time of one thread, files in the page cache.
 */
public final class ReadingSpeed {
  private ReadingSpeed() {}

  public static void main(String[] args) throws IOException {
    for (String file : args) {
      text(file);
    }
    for (String file : args) {
      System.out.println(file);
      for (String codec : new TreeSet<>(AvroCopies.CODECS.keySet())) {
        avro(file, codec);
      }
    }
  }

  private static void text(String file) throws IOException {
    try (Decoding decoding = new Decoding(file)) {
      double[] seconds = Turns.of(decoding::records)[0];
      double megabytes = Files.size(Path.of(file)) / 1e6;
      double median = Turns.median(seconds);
      System.out.printf(
          "%s: %.0f MB/s, %.2f million records/s, digest %08x%n",
          file, megabytes / median, decoding.records() / 1e6 / median, decoding.digest());
    }
  }

  private static void avro(String file, String codec) throws IOException {
    Path copy = Files.createTempFile("reading", ".avro");
    try {
      AvroCopies.write(file, codec, copy);
      try (Decoding decoding = new Decoding(copy.toString())) {
        double[][] seconds = Turns.of(decoding::records, () -> AvroCopies.readGeneric(copy));
        double millions = decoding.records() / 1e6;
        System.out.printf(
            "  %s, %.1f MB: %.2f million records/s, generic %.2f: %.2f times, digest %08x%n",
            codec,
            Files.size(copy) / 1e6,
            millions / Turns.median(seconds[0]),
            millions / Turns.median(seconds[1]),
            Turns.ratio(seconds[1], seconds[0]),
            decoding.digest());
      }
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
