package trainer.data.format.parquet;

import org.apache.parquet.format.Type;
import trainer.core.feature.ColumnKind;
import trainer.data.format.unit.StoredColumn;

/**
 * A column of a file's top level.
 *
 * @param leaf its place among the column chunks of a row group; −1 for a group
 * @param physical the type of the stored values; null for a group
 * @param length the bytes of a value of type FIXED_LEN_BYTE_ARRAY
 * @param isOptional whether it may have NULL
 * @param type the meaning of the values
 */
record ParquetColumn(
    String name, int leaf, Type physical, int length, boolean isOptional, ColumnType type)
    implements StoredColumn {
  @Override
  public ColumnKind kind() {
    return type.kind();
  }

  @Override
  public boolean isWhole() {
    return type.isWhole();
  }

  @Override
  public String title() {
    return type.title();
  }

  /** Whether values are stored as bytes, and not as words of a fixed size. */
  boolean isBytes() {
    return physical == Type.BYTE_ARRAY || physical == Type.FIXED_LEN_BYTE_ARRAY;
  }
}
