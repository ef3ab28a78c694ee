package trainer.core.feature;

/** The function that makes the value of a feature from a number. */
public enum Scaling {
  /** The number itself. */
  RAW("raw"),
  /** Standardised. */
  STANDARD("number"),
  /** sign(x) · ln(1 + |x|), then standardised. */
  LOG("log");

  private final String word;

  Scaling(String word) {
    this.word = word;
  }

  /** The word of a term. */
  String word() {
    return word;
  }

  /** Whether the number is standardised, so that its moments are needed. */
  public boolean isStandardised() {
    return this != RAW;
  }

  /** The number of which the moments are taken, and that is standardised. */
  public double transform(double x) {
    // StrictMath gives the same bits on every machine and JDK
    return this == LOG ? Math.copySign(StrictMath.log1p(Math.abs(x)), x) : x;
  }
}
