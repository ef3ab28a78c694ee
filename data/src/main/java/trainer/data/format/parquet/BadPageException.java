package trainer.data.format.parquet;

/** A page whose bytes do not follow the format. */
final class BadPageException extends RuntimeException {
  BadPageException(String what) {
    super(what);
  }

  BadPageException(String what, Exception cause) {
    super(what, cause);
  }
}
