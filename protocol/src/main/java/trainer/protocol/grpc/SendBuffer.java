package trainer.protocol.grpc;

import io.grpc.stub.CallStreamObserver;

/**
 * How much a stream was given that its other end has not taken in. An end that takes nothing is as
 * good as gone; what is meant for it must not pile up here until the memory is full.
 *
 * <p>Not safe for several threads.
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
