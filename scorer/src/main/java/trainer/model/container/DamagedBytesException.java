package trainer.model.container;

/**
 * Bytes that are no Avro container file, or a damaged one. The caller adds the name of the file.
 */
public final class DamagedBytesException extends RuntimeException {
  /**
   * A damage.
   *
   * @param what the damage in words
   */
  public DamagedBytesException(String what) {
    super(what, null, false, false);
  }
}
