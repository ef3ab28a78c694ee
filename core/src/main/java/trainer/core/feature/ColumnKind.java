package trainer.core.feature;

/** The kind of a column's values, from a schema or from a sample of its records. */
public enum ColumnKind {
  NUMBER,
  /** Strings and enumerations. */
  TEXT,
  BOOLEAN
}
