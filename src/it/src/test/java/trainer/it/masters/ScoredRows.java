package trainer.it.masters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;

/** The rows of a scoring job's output, read by other programs than Trainer. */
public final class ScoredRows {
  private final Configuration hadoop;
  private final Path output;

  public ScoredRows(Configuration hadoop, String output) {
    this.hadoop = hadoop;
    this.output = new Path(output);
  }

  /**
   * What is wrong with them.
   *
   * @param rows the ids that they have: 0 to {@code rows} − 1, each once
   */
  public List<String> faults(int rows) throws IOException {
    List<String> faults = new ArrayList<>();
    BitSet seen = new BitSet(rows);
    Consumer<String> row =
        id -> {
          int number = Integer.parseInt(id);
          if (seen.get(number)) {
            faults.add("row " + id + " is there twice");
          }
          seen.set(number);
        };
    for (FileStatus file : output.getFileSystem(hadoop).listStatus(output)) {
      String name = file.getPath().getName();
      if (name.endsWith(".csv")) {
        readCsv(file.getPath(), row);
      } else if (name.endsWith(".parquet")) {
        readParquet(file.getPath(), row);
      }
    }
    if (seen.cardinality() != rows || seen.length() != rows) {
      faults.add(seen.cardinality() + " rows of " + rows);
    }
    return faults.size() <= 3 ? faults : faults.subList(0, 3);
  }

  private void readCsv(Path file, Consumer<String> row) throws IOException {
    FileSystem files = file.getFileSystem(hadoop);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(files.open(file), StandardCharsets.UTF_8))) {
      lines.lines().skip(1).forEach(line -> row.accept(line.split(",", -1)[0]));
    }
  }

  private void readParquet(Path file, Consumer<String> row) throws IOException {
    try (ParquetReader<Group> rows =
        ParquetReader.builder(new GroupReadSupport(), file).withConf(hadoop).build()) {
      for (Group one = rows.read(); one != null; one = rows.read()) {
        row.accept(one.getString("id", 0));
      }
    }
  }
}
