package trainer.protocol.grpc;

import java.time.Duration;

/** Bounds of a connection. */
final class Limits {
  /** The largest message; checked by gRPC when it has read the length. */
  static final int MESSAGE = 8 << 20;

  /** The most bytes that wait in a stream for its other end. */
  static final int BACKLOG = 4 * MESSAGE;

  /** The most bytes of a call's headers. */
  static final int METADATA = 4 << 10;

  /** The most calls at once on a connection. */
  static final int CALLS = 8;

  /** The most bytes read from a connection before it is admitted. */
  static final int STRANGER_BYTES = 16 << 10;

  /** The silence after which a keep-alive ping is sent. */
  static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  /** The time limit of its answer. */
  static final Duration KEEP_ALIVE_ANSWER = Duration.ofSeconds(5);

  private Limits() {}
}
