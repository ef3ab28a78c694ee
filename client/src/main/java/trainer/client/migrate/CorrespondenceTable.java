package trainer.client.migrate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The known keys of Angel and TonY, with those of Trainer: {@code correspondences.txt}. */
record CorrespondenceTable(List<Correspondence> rows) {
  private static final String RESOURCE = "correspondences.txt";

  CorrespondenceTable {
    rows = List.copyOf(rows);
  }

  /** Reads the table from the class path. */
  static CorrespondenceTable load() {
    try (InputStream in = CorrespondenceTable.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return new CorrespondenceTable(
          lines
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(Correspondence::parse)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows for an old setting; none if its key is unknown. */
  List<Correspondence> rowsFor(String key, String value) {
    return rows.stream()
        .filter(row -> row.matches(key, value))
        .findFirst()
        .map(first -> rows.stream().filter(first::isWith).toList())
        .orElse(List.of());
  }
}
