package trainer.data.format.table;

import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.TableUse;

/** The column of the records' weights. */
final class WeightColumn {
  private final Column column;
  private final ColumnVector values;
  private final boolean isRequired;

  WeightColumn(Column column, ColumnVector values, TableUse use) {
    this.column = column;
    this.values = values;
    this.isRequired = use.isLabelRequired();
  }

  /**
   * The weight of a record; 1 for a missing one, where labels may be missing.
   *
   * @throws BadFieldException if it is missing, or no number above 0
   */
  float read(int record) {
    double value = values.isNull(record) ? ofMissing() : values.number(record);
    float rounded = (float) value;
    if (!(rounded > 0) || rounded == Float.POSITIVE_INFINITY) {
      String text = FieldText.shown(column, values, record);
      throw new BadFieldException(
          "the weight, column '" + column.name() + "', is '" + text + "'",
          "give every record a weight above 0");
    }
    return rounded;
  }

  private double ofMissing() {
    return isRequired ? Double.NaN : 1;
  }
}
