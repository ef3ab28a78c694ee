package trainer.protocol.message;

/** A message that is none of ours, though protobuf could read it: its stream is to be ended. */
public final class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }
}
