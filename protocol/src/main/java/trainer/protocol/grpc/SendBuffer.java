package trainer.protocol.grpc;

import io.grpc.stub.CallStreamObserver;

/**
 * A bound on the bytes in a stream that its other end has not accepted. An end that accepts nothing
 * is as good as gone; its messages must not accumulate until the memory is full.
 *
 * <p>Not thread-safe.
 */
final class SendBuffer {
  private long bytes;

  /** Whether a message may still be given to the stream; counts it if so. */
  boolean admits(CallStreamObserver<?> stream, int size) {
    if (stream.isReady()) {
      bytes = 0;
    }
    if (bytes > Limits.BACKLOG) {
      return false;
    }
    bytes += size;
    return true;
  }
}
