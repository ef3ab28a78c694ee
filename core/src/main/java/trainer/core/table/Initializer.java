package trainer.core.table;

/**
 * What a row holds before its first update: a pure function of seed, table and key.
 *
 * @param kind the distribution
 * @param scale its parameter: the half width of {@code UNIFORM}, the standard deviation of {@code
 *     NORMAL}; ignored by {@code ZERO}
 */
public record Initializer(Kind kind, float scale) {
  /** The distributions. */
  public enum Kind {
    ZERO
  }

  /** All zeros. */
  public static final Initializer ZERO = new Initializer(Kind.ZERO, 0f);
}
