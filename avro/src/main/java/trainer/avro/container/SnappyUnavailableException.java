package trainer.avro.container;

import java.io.IOException;

/** Snappy's native code cannot be loaded in this process. */
public final class SnappyUnavailableException extends IOException {
  /** The remedy, for a message. */
  public static final String REMEDY =
      "let java.io.tmpdir be a folder on a file system that allows execution";

  SnappyUnavailableException(Throwable cause) {
    super("snappy's native library cannot be loaded here, " + REMEDY + ": " + cause, cause);
  }
}
