package trainer.data.format.unit;

import trainer.core.feature.ColumnKind;

/** A column of a file's top level, as the file declares it. */
public interface StoredColumn {
  /** Its name, by which jobs refer to it. */
  String name();

  /** The kind of its values; null for values that are not read. */
  ColumnKind kind();

  /** Whether the values are whole numbers, which as categories have all their digits. */
  boolean isWhole();

  /** The type's name for people. */
  String title();
}
