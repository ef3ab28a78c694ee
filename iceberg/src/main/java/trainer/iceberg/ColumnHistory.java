package trainer.iceberg;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The names that the columns of a table have had. Iceberg knows a column by its number; a file has
 * the name that it had when the file was written.
 */
final class ColumnHistory {
  private ColumnHistory() {}

  /**
   * Refuses a table with a column that had another name, or whose name another column had.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  static void requireSameNames(Table table, String path) {
    Map<Integer, String> names = new HashMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    for (Types.NestedField column : table.schema().columns()) {
      names.put(column.fieldId(), column.name());
      numbers.put(column.name(), column.fieldId());
    }
    for (Schema earlier : table.schemas().values()) {
      for (Types.NestedField column : earlier.columns()) {
        String now = names.get(column.fieldId());
        if (now != null && !now.equals(column.name())) {
          throw refused(path, "column '" + now + "' was '" + column.name() + "' before");
        }
        Integer number = numbers.get(column.name());
        if (number != null && number != column.fieldId()) {
          throw refused(path, "column '" + column.name() + "' was another column before");
        }
      }
    }
  }

  private static FailureException refused(String path, String what) {
    return IcebergPlanner.failure(
        FailureKind.INPUT_BAD_FILE,
        "older files of " + path + " may have other names of columns",
        what,
        IcebergPlanner.export(),
        null);
  }
}
