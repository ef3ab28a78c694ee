package trainer.protocol.auth;

import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * The other end is not the intended one, or refuses this process. The connection is to be closed.
 */
public final class HandshakeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public HandshakeException(Failure failure) {
    super(failure.message());
    this.failure = failure;
  }

  /** The failure to show to the user. */
  public Failure failure() {
    return failure;
  }

  static HandshakeException otherVersion(int theirs) {
    return new HandshakeException(
        new Failure(
            FailureKind.VERSION_NOT_SUPPORTED,
            "this process speaks protocol version "
                + Handshake.VERSION
                + ", the other end version "
                + theirs,
            "",
            "use one release of Trainer for the client and all processes of a job"));
  }

  static HandshakeException denied(String what) {
    return new HandshakeException(
        new Failure(
            FailureKind.ACCESS_DENIED,
            what,
            "",
            "the process at that address belongs to another job, or has another secret"));
  }
}
