package trainer.protocol.message;

/** A message that protobuf could read but that is not legal: its stream is to be ended. */
public final class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }
}
