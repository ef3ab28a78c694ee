package trainer.data.format.csv;

/** A field that makes its record broken, and the remedy. */
final class BadFieldException extends RuntimeException {
  private final int field;
  private final String advice;

  BadFieldException(int field, String what, String advice) {
    // one is thrown for each broken record, and caught close by
    super(what, null, false, false);
    this.field = field;
    this.advice = advice;
  }

  int field() {
    return field;
  }

  String advice() {
    return advice;
  }
}
