package trainer.protocol.bulk;

import java.io.IOException;

/** Bytes that are no legal frame: their connection is to be closed. */
public final class MalformedFrameException extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedFrameException(String message) {
    super(message);
  }
}
