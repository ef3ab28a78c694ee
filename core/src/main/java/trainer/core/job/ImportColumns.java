package trainer.core.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.core.config.NearestName;
import trainer.core.feature.ColumnName;
import trainer.core.feature.FeatureTerms;

/**
 * The columns that an import writes, in their order. It is the value of {@code
 * trainer.import.types}, which also has some of the columns only, before the others are known.
 */
public record ImportColumns(List<Column> columns) {
  /** The type of a column's values; any of them may be NULL. */
  public enum Type {
    /** Whole numbers of 64 bits. */
    LONG,
    DOUBLE,
    BOOLEAN,
    TEXT;

    private static Type parse(String word) {
      List<String> names = List.of("long", "double", "boolean", "text");
      int place = names.indexOf(word);
      if (place < 0) {
        throw new IllegalArgumentException(
            "there is no type "
                + word
                + "; "
                + NearestName.to(word, names)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("write long, double, boolean or text"));
      }
      return values()[place];
    }

    /** The name in lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A column. */
  public record Column(String name, Type type) {}

  public ImportColumns {
    columns = List.copyOf(columns);
  }

  /**
   * Parses a list such as {@code zip:text,price:double}. Blank text has none.
   *
   * @throws IllegalArgumentException for text that is no such list; the message has a remedy
   */
  public static ImportColumns parse(String text) {
    List<Column> columns = new ArrayList<>();
    for (Map.Entry<String, String> one : FeatureTerms.parseWords(text).entrySet()) {
      columns.add(new Column(one.getKey(), Type.parse(one.getValue())));
    }
    return new ImportColumns(columns);
  }

  /** The names of the columns. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The text, which parses to equal columns. */
  @Override
  public String toString() {
    return columns.stream()
        .map(column -> ColumnName.written(column.name()) + ":" + column.type().word())
        .collect(Collectors.joining(","));
  }
}
