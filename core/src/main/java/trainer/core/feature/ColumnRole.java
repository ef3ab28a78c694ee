package trainer.core.feature;

/** The purpose of a column. */
public enum ColumnRole {
  /** Gives features, unless the terms leave it out. */
  INPUT,
  /** The value to predict; gives no feature. */
  LABEL,
  /** The weight of the record; gives no feature. */
  WEIGHT,
  /** Is carried to the scores; gives features only if a term names it. */
  KEPT
}
