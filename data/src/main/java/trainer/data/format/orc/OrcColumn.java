package trainer.data.format.orc;

import trainer.core.feature.ColumnKind;
import trainer.data.format.unit.StoredColumn;

/**
 * A column of a file's top level.
 *
 * @param id the number of its type, by which streams name it
 */
record OrcColumn(String name, int id, OrcType type) implements StoredColumn {
  @Override
  public ColumnKind kind() {
    return type.kind();
  }

  @Override
  public boolean isWhole() {
    return type.form() == OrcType.Form.WHOLE || type.form() == OrcType.Form.BYTE;
  }

  /** Whether a double may not hold all digits of the values. */
  boolean isExact() {
    return isWhole() || type.form() == OrcType.Form.DECIMAL;
  }

  @Override
  public String title() {
    return type.title();
  }
}
