package trainer.model.failure;

/**
 * A row that cannot be scored: a column is missing, or a value does not fit its column. The message
 * names the column, the value and the remedy.
 */
public final class RowException extends IllegalArgumentException {
  private final String column;

  /**
   * A failure.
   *
   * @param column the name of the column; null where it is none of one column
   */
  public RowException(String column, String what) {
    super(what);
    this.column = column;
  }

  /** The name of the column, or null where the failure is none of one column. */
  public String column() {
    return column;
  }
}
