package trainer.benchmarks.transport;

import java.io.IOException;

/** A connection over loopback; every message is answered by a small one. */
interface Way extends AutoCloseable {
  /** Sends a message of {@code bytes} bytes, without waiting for the answer. */
  void send(int bytes) throws Exception;

  /** Sends the smallest message. */
  void ping() throws Exception;

  /** Waits for the next answer. */
  void await() throws InterruptedException;

  @Override
  void close() throws IOException;
}
