package trainer.client.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.text.Quantity;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.RecordBatch;

/**
 * Compares the rows of an output with the records of a job: each record has one row, and some rows
 * have the numbers that the model gives in this process. A batch of other records changes the last
 * digits of a number.
 */
public final class OutputCheck {
  private static final int RECOMPUTED = 50;
  private static final double RELATIVE = 1e-3;
  private static final double LEAST = 1e-4;

  private final DemoJob job;
  private final Path folder;
  private final Map<String, float[]> rows = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param folder of the model and the records
   */
  public OutputCheck(DemoJob job, Path folder) {
    this.job = job;
    this.folder = folder;
  }

  /** What was found, in words; {@link #isPassed} has the verdict. */
  public String check(FileSystem files, Path output, BatchModel model) throws IOException {
    for (FileStatus file : files.listStatus(output, path -> path.getName().startsWith("part-"))) {
      read(files, file.getPath());
    }
    List<String> records = job.records(folder);
    long missing = records.stream().filter(record -> !rows.containsKey(record)).count();
    if (missing > 0 || rows.size() != records.size()) {
      faults.add(missing + " records have no row, of " + rows.size() + " rows");
    }
    List<String> some = new ArrayList<>(records);
    Collections.shuffle(some, new Random(1));
    some = some.subList(0, Math.min(RECOMPUTED, some.size()));
    try (RecordBatch batch = model.newBatch()) {
      for (String record : some) {
        compare(record, batch, model.outputs().size());
      }
    }
    return isPassed()
        ? Quantity.of(rows.size(), "row")
            + ", one for each record; "
            + some.size()
            + " of them computed again here, with the same numbers"
        : String.join("; ", faults);
  }

  /** Whether no fault was found. */
  public boolean isPassed() {
    return faults.isEmpty();
  }

  private void read(FileSystem files, Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(files.open(file), StandardCharsets.UTF_8))) {
      lines.readLine(); // the names of the columns
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(",", -1);
        float[] numbers = new float[fields.length - 1];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = Float.parseFloat(fields[i + 1]);
        }
        if (rows.put(fields[0], numbers) != null) {
          faults.add("two rows of " + fields[0]);
        }
      }
    }
  }

  private void compare(String record, RecordBatch batch, int width) {
    float[] expected = new float[width];
    job.add(record, batch);
    batch.compute(expected, 0);
    float[] found = rows.getOrDefault(record, new float[0]);
    if (found.length != width) {
      faults.add(record + " has " + found.length + " numbers, not " + width);
      return;
    }
    for (int i = 0; i < width; i++) {
      if (Math.abs(found[i] - expected[i]) > LEAST + RELATIVE * Math.abs(expected[i])) {
        faults.add("of " + record + ", number " + i + " is " + found[i] + ", not " + expected[i]);
      }
    }
  }
}
