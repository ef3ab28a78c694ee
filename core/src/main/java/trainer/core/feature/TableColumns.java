package trainer.core.feature;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.core.config.NearestName;

/** The columns of a table by name. */
final class TableColumns {
  private static final int LISTED = 10;

  private final Map<String, Column> byName = new LinkedHashMap<>();

  /**
   * A table.
   *
   * @throws IllegalArgumentException for two columns of one name
   */
  TableColumns(List<Column> columns) {
    for (Column column : columns) {
      if (byName.putIfAbsent(column.name(), column) != null) {
        throw new IllegalArgumentException(
            "two columns have the name " + ColumnName.written(column.name()) + "; rename one");
      }
    }
  }

  /** The columns in the order of the table. */
  List<Column> all() {
    return List.copyOf(byName.values());
  }

  /**
   * The column of a name.
   *
   * @throws IllegalArgumentException if there is none; the message has the nearest name
   */
  Column named(String name) {
    Column column = byName.get(name);
    if (column == null) {
      throw new IllegalArgumentException(
          "there is no column " + ColumnName.written(name) + "; " + advice(name));
    }
    return column;
  }

  /**
   * As {@link #named}, for features.
   *
   * @throws IllegalArgumentException also for the label and the weight
   */
  Column input(String name) {
    Column column = named(name);
    if (column.role() == ColumnRole.LABEL || column.role() == ColumnRole.WEIGHT) {
      throw new IllegalArgumentException(
          "this column is the "
              + (column.role() == ColumnRole.LABEL ? "label" : "weight")
              + " and gives no feature; leave the term out");
    }
    return column;
  }

  private String advice(String name) {
    return NearestName.to(name, byName.keySet())
        .map(near -> "did you mean " + ColumnName.written(near) + "?")
        .orElseGet(this::listed);
  }

  private String listed() {
    String names =
        byName.keySet().stream()
            .limit(LISTED)
            .map(ColumnName::written)
            .collect(Collectors.joining(", "));
    return "the columns are " + names + (byName.size() > LISTED ? ", …" : "");
  }
}
