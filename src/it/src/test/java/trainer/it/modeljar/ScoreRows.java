package trainer.it.modeljar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.model.Prediction;
import trainer.model.Scorer;

/**
 * A program of a user of trainer-model.jar, in Java 11: prints the bits of the outputs of each row
 * of a file, CSV with a header or libsvm. Java runs it from its source, with that jar alone on the
 * class path: {@code java -cp trainer-model.jar ScoreRows.java MODEL FILE}.
 */
public final class ScoreRows {
  private ScoreRows() {}

  /** Prints a line for each row. */
  public static void main(String[] args) throws IOException {
    Scorer scorer = Scorer.load(Path.of(args[0]));
    List<String> lines = Files.readAllLines(Path.of(args[1]));
    boolean isTable = !scorer.columns().isEmpty();
    for (String line : isTable ? lines.subList(1, lines.size()) : lines) {
      Prediction prediction = isTable ? ofTable(scorer, lines.get(0), line) : ofKeys(scorer, line);
      StringBuilder bits = new StringBuilder();
      for (float output : prediction.outputs()) {
        bits.append(Integer.toHexString(Float.floatToRawIntBits(output))).append(' ');
      }
      System.out.println(bits);
    }
  }

  /** An empty field is NULL; no field has quotes. */
  private static Prediction ofTable(Scorer scorer, String header, String line) {
    String[] names = header.split(",", -1);
    String[] fields = line.split(",", -1);
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = names.length - 1; i >= 0; i--) {
      row.put(names[i], fields[i].isEmpty() ? null : fields[i]);
    }
    return scorer.score(row);
  }

  private static Prediction ofKeys(Scorer scorer, String line) {
    String[] fields = line.split(" ", -1);
    long[] keys = new long[fields.length - 1];
    float[] values = new float[keys.length];
    for (int i = 0; i < keys.length; i++) {
      String[] pair = fields[i + 1].split(":", -1);
      keys[i] = Long.parseUnsignedLong(pair[0]);
      values[i] = Float.parseFloat(pair[1]);
    }
    return scorer.score(keys, values);
  }
}
