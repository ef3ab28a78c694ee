package trainer.data.format.example;

/** Bytes that are no message. */
final class BadMessageException extends RuntimeException {
  BadMessageException(String what) {
    // one is thrown for each broken record, and caught close by
    super(what, null, false, false);
  }
}
