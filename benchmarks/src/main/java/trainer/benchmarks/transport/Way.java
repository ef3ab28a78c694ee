package trainer.benchmarks.transport;

import java.io.IOException;

/** A connection over loopback; every message is answered by a small one. */
interface Way extends AutoCloseable {
  /** Sends a message of so many bytes, and waits for no answer. */
  void send(int bytes) throws Exception;

  /** Sends as little as there is. */
  void ping() throws Exception;

  /** Waits for the next answer. */
  void await() throws InterruptedException;

  @Override
  void close() throws IOException;
}
