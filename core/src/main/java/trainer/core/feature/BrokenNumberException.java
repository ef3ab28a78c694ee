package trainer.core.feature;

/** A number of a column that cannot be a feature, so that its record is broken. */
public final class BrokenNumberException extends BadFieldException {
  private final String column;

  BrokenNumberException(String column, double number) {
    super(
        "column " + ColumnName.written(column) + " has the number " + number,
        "correct the field, or use the column as a category");
    this.column = column;
  }

  /** The number, if it is finite. */
  static double unlessFinite(String column, double number) {
    if (!Double.isFinite(number)) {
      throw new BrokenNumberException(column, number);
    }
    return number;
  }

  /** The name of the column. */
  public String column() {
    return column;
  }
}
