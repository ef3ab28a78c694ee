package trainer.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generated rows of a table, which tests write in each format. */
public final class TableRows {
  /** The terms of the columns' features. */
  public static final String FEATURES =
      "age:number,id:category,size:raw,pay:log,city:category,note:category,kind:category,"
          + "open:category,age*city,city*open*kind";

  private static final int ROWS = 2500;

  private TableRows() {}

  /** A row; a field that is null has no value. */
  public record Row(
      boolean label, double weight, Integer age, Long id, Float size, Float pay, Texts texts) {
    /** The columns of texts. */
    public record Texts(String city, String note, String kind, Boolean open) {}
  }

  /** The rows, the same at each call. */
  public static List<Row> all() {
    Random random = new Random(7);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int age = random.nextInt(90);
      rows.add(
          new Row(
              random.nextBoolean(),
              1 + random.nextInt(8) / 8.0,
              random.nextInt(5) == 0 ? null : Integer.valueOf(age - 5),
              random.nextInt(9) == 0 ? null : Long.valueOf(random.nextLong()),
              random.nextInt(5) == 0 ? null : Float.valueOf(random.nextInt(64) / 8f),
              random.nextInt(5) == 0 ? null : Float.valueOf(random.nextInt(1 << 13) / 8f),
              new Row.Texts(
                  random.nextInt(7) == 0 ? null : "city \"" + random.nextInt(40) + "\", Zürich",
                  random.nextInt(7) == 0 ? null : "note".repeat(random.nextInt(9)),
                  List.of("a", "bb", "ccc").get(random.nextInt(3)),
                  random.nextInt(4) == 0 ? null : Boolean.valueOf(age > 40))));
    }
    return rows;
  }

  /** Compares examples with those of the rows in CSV; a failure shows the first that differs. */
  public static void requireEqual(Input read, Path folder) throws IOException {
    List<Input.Row> expected = examples(folder);
    List<Input.Row> rows = read.read();
    for (int i = 0; i < Math.min(rows.size(), expected.size()); i++) {
      assertThat(rows.get(i)).as("row %s", i).isEqualTo(expected.get(i));
    }
    assertThat(rows).hasSameSizeAs(expected);
  }

  /** An input with the use of the columns. */
  public static Input input(Path folder) {
    return new Input(folder)
        .with("trainer.features", FEATURES)
        .with("trainer.label.positive", "true")
        .with("trainer.weight", "weight");
  }

  /** The examples of the rows, as CSV gives them. */
  public static List<Input.Row> examples(Path folder) throws IOException {
    StringBuilder text = new StringBuilder("label,weight,age,id,size,pay,city,note,kind,open\n");
    for (Row row : all()) {
      text.append(row.label).append(',').append(row.weight);
      for (Object field :
          new Object[] {
            row.age,
            row.id,
            row.size,
            row.pay,
            row.texts.city,
            row.texts.note,
            row.texts.kind,
            row.texts.open
          }) {
        text.append(',').append(quoted(field));
      }
      text.append('\n');
    }
    Input input = input(folder);
    input.write("a.csv", text.toString());
    return input.read();
  }

  private static String quoted(Object field) {
    return field == null ? "" : "\"" + field.toString().replace("\"", "\"\"") + "\"";
  }
}
