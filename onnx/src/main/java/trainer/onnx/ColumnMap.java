package trainer.onnx;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The columns of inputs, as {@code trainer.onnx.columns} names them. */
final class ColumnMap {
  private final Map<String, List<String>> columns;

  private ColumnMap(Map<String, List<String>> columns) {
    this.columns = columns;
  }

  /**
   * Reads the key: {@code input=column,column;input=column}.
   *
   * @throws FailureException CONFIG_INVALID
   */
  static ColumnMap of(Settings settings) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    for (String part : settings.get(Keys.ONNX_COLUMNS).split(";", -1)) {
      if (part.isBlank()) {
        continue;
      }
      // The first equals sign ends the input's name; names of columns may have more.
      int equals = part.indexOf('=');
      String input = part.substring(0, Math.max(0, equals)).trim();
      List<String> names =
          Arrays.stream(part.substring(equals + 1).split(",", -1)).map(String::trim).toList();
      if (input.isEmpty() || names.contains("")) {
        throw invalid("'" + part.trim() + "' names no input or no column");
      }
      if (columns.put(input, names) != null) {
        throw invalid("input '" + input + "' is there twice");
      }
    }
    return new ColumnMap(columns);
  }

  private static FailureException invalid(String what) {
    return new FailureException(
        FailureKind.CONFIG_INVALID,
        what,
        Keys.ONNX_COLUMNS.name(),
        "write INPUT=COLUMN,COLUMN;INPUT=COLUMN");
  }

  Set<String> inputs() {
    return columns.keySet();
  }

  boolean has(String input) {
    return columns.containsKey(input);
  }

  /** The columns of an input; none if it is not named. */
  List<String> of(String input) {
    return columns.getOrDefault(input, List.of());
  }
}
