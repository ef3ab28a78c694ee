package trainer.model.stored;

import java.util.Map;
import trainer.model.failure.RowException;

/** A table of a model. Immutable. */
public final class ModelTable {
  private final String name;
  private final int width;
  private final int rows;
  private final InitialRow initial;

  ModelTable(Map<?, ?> record) {
    name = (String) record.get("name");
    width = Math.toIntExact((Long) record.get("width"));
    rows = record.containsKey("rows") ? Math.toIntExact((Long) record.get("rows")) : 0;
    Object seed = record.get("initializerSeed");
    initial =
        new InitialRow(
            (String) record.get("initializer"),
            ((Double) record.get("initializerScale")).floatValue(),
            seed == null ? 0 : (Long) seed);
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** float32 values of a row. */
  public int width() {
    return width;
  }

  /** Rows of a dense table, whose keys are 0 to {@code rows} − 1; 0 for a sparse one. */
  public int rows() {
    return rows;
  }

  /** Whether rows that no file holds have values that this library computes. */
  public boolean hasKnownInitials() {
    return initial.isKnown();
  }

  /**
   * The row of a key of a dense table.
   *
   * @throws RowException for a key that it does not have
   */
  int rowOf(long key) {
    if (key < 0 || key >= rows) {
      throw new RowException(
          null,
          "key "
              + Long.toUnsignedString(key)
              + " is beyond the "
              + rows
              + " features of the model; correct the row, or train with more features");
    }
    return (int) key;
  }

  InitialRow initial() {
    return initial;
  }
}
