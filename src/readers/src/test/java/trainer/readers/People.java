package trainer.readers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A made-up table: numbers and texts, some of them missing, and a label of each kind. */
record People(List<Map<String, String>> rows) {
  private static final String[] JOBS = {"nurse", "smith, \"Ł\"", "clerk", "Köchin", "none"};
  private static final double MISSING = 0.05;

  static People random(int count, int cities, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Map<String, String>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, String> row = new LinkedHashMap<>();
      int age = 18 + random.nextInt(60);
      double pay = Math.exp(3 * random.nextDouble()) * (random.nextInt(9) == 0 ? -1 : 1);
      int job = random.nextInt(JOBS.length);
      row.put("id", String.valueOf(i));
      row.put("age", random.nextDouble() < MISSING ? null : String.valueOf(age));
      row.put("pay", random.nextDouble() < MISSING ? null : String.valueOf(pay));
      row.put("job", random.nextDouble() < MISSING ? null : JOBS[job]);
      row.put("city", "c" + random.nextInt(cities));
      row.put("v1", String.valueOf(random.nextInt(3)));
      row.put("score", String.valueOf(random.nextInt(9)));
      double odds = (age - 45) / 15.0 + Math.log1p(Math.abs(pay)) - job / 2.0;
      boolean isRich = random.nextDouble() < 1 / (1 + Math.exp(-odds));
      row.put("rich", isRich ? "1" : "0");
      row.put("wealth", String.valueOf(odds));
      row.put("class", String.valueOf(odds < 0 ? 0 : odds < 1 ? 1 : 2));
      rows.add(row);
    }
    return new People(rows);
  }

  /** Writes the columns as CSV. */
  Path write(Path file, String... columns) throws IOException {
    StringBuilder csv = new StringBuilder(String.join(",", columns)).append('\n');
    for (Map<String, String> row : rows) {
      for (int c = 0; c < columns.length; c++) {
        String value = row.get(columns[c]);
        csv.append(c == 0 ? "" : ",");
        csv.append(value == null ? "" : '"' + value.replace("\"", "\"\"") + '"');
      }
      csv.append('\n');
    }
    return Files.writeString(file, csv);
  }
}
