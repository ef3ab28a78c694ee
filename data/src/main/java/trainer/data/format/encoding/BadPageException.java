package trainer.data.format.encoding;

/** A page or a stream whose bytes do not follow the format. */
public final class BadPageException extends RuntimeException {
  public BadPageException(String what) {
    super(what);
  }

  public BadPageException(String what, Exception cause) {
    super(what, cause);
  }
}
