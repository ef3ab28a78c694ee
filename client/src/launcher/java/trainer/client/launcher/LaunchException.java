package trainer.client.launcher;

import java.io.IOException;

/** Why the client could not be started, as the one line a person reads. */
public final class LaunchException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  LaunchException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The exit code of the process that shows the message. */
  public int exitCode() {
    return exitCode;
  }
}
