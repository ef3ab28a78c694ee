package trainer.data.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The columns of a table and their values in the first records. Confined to one thread. */
public final class TableSample {
  private final Map<String, ColumnSample> columns = new LinkedHashMap<>();
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private long records;

  /** The column of a name; it is added if it is new. */
  public ColumnSample column(String name) {
    return columns.computeIfAbsent(name, ColumnSample::new);
  }

  /** Notes a column whose values are not read, and the name of their type. */
  public void leaveOut(String name, String type) {
    leftOut.put(name, type);
  }

  /** The columns whose values are not read, and the names of their types. */
  public Map<String, String> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }

  /** Counts a record whose values were added to its columns. */
  public void endRecord() {
    records++;
  }

  /** The columns in the order of the file that had them first, without those left out. */
  public List<ColumnSample> columns() {
    return columns.values().stream().filter(one -> !leftOut.containsKey(one.name())).toList();
  }

  /** The number of records. */
  public long records() {
    return records;
  }
}
