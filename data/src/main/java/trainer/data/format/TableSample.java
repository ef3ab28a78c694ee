package trainer.data.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The columns of a table and their values in the first records. Confined to one thread. */
public final class TableSample {
  private final Map<String, ColumnSample> columns = new LinkedHashMap<>();
  private long records;

  /** The column of a name; it is added if it is new. */
  public ColumnSample column(String name) {
    return columns.computeIfAbsent(name, ColumnSample::new);
  }

  /** Counts a record whose values were added to its columns. */
  public void endRecord() {
    records++;
  }

  /** The columns in the order of the file that had them first. */
  public List<ColumnSample> columns() {
    return List.copyOf(columns.values());
  }

  /** The number of records. */
  public long records() {
    return records;
  }
}
