package trainer.data.format.unit;

/** The form in which a batch gives the values of a column. */
public enum ValueForm {
  /** Numbers, booleans among them. */
  NUMBER,
  /** Texts: texts themselves, or the digits of whole numbers. */
  TEXT,
  /** Numbers, and the digits of those that a double may not hold. */
  NUMBER_AND_DIGITS;

  /** Whether values are given as numbers. */
  public boolean hasNumbers() {
    return this != TEXT;
  }

  /**
   * Whether values are given as texts.
   *
   * @param isExact whether the values are whole numbers or decimals
   */
  public boolean hasTexts(boolean isExact) {
    return this == TEXT || (this == NUMBER_AND_DIGITS && isExact);
  }
}
