package trainer.data.avro;

/** What is wrong with a record whose bytes could be read. */
final class BadRecordException extends RuntimeException {
  BadRecordException(String what) {
    super(what, null, false, false);
  }
}
