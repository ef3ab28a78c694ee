package trainer.avro.container;

/** Bytes that no writer of containers writes. The message is a predicate of block or header. */
public class DamagedContainerException extends RuntimeException {
  public DamagedContainerException(String message) {
    super(message, null, false, false);
  }
}
