package trainer.core.feature;

/**
 * A column of a table.
 *
 * @param index its place in a row, from 0
 */
public record Column(int index, String name, ColumnKind kind, ColumnRole role) {
  /** A column that gives features. */
  public Column(int index, String name, ColumnKind kind) {
    this(index, name, kind, ColumnRole.INPUT);
  }
}
