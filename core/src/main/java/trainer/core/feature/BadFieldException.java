package trainer.core.feature;

/** A field that makes its record broken, and the remedy. */
public sealed class BadFieldException extends RuntimeException permits BrokenNumberException {
  private final String advice;

  public BadFieldException(String what, String advice) {
    // one is thrown for each broken record, and caught close by
    super(what, null, false, false);
    this.advice = advice;
  }

  public String advice() {
    return advice;
  }
}
