package trainer.data.format.table;

import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.encode.ColumnVector;

/** The column of the records' weights. */
final class WeightColumn {
  private final Column column;
  private final ColumnVector values;

  WeightColumn(Column column, ColumnVector values) {
    this.column = column;
    this.values = values;
  }

  /**
   * The weight of a record.
   *
   * @throws BadFieldException if it is missing, or no number above 0
   */
  float read(int record) {
    double value = values.isNull(record) ? Double.NaN : values.number(record);
    float rounded = (float) value;
    if (!(rounded > 0) || rounded == Float.POSITIVE_INFINITY) {
      String text = FieldText.shown(column, values, record);
      throw new BadFieldException(
          "the weight, column '" + column.name() + "', is '" + text + "'",
          "give every record a weight above 0");
    }
    return rounded;
  }
}
