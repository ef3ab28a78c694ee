package trainer.avro.container;

/**
 * The end of a file within its header or a block. It is no {@link java.io.EOFException}, which may
 * also be a failure of the store.
 */
public final class ContainerEndException extends RuntimeException {
  public ContainerEndException() {
    super("the file ends", null, false, false);
  }
}
