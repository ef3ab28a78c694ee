package trainer.protocol.bulk;

import java.util.concurrent.atomic.LongAdder;

/** Bytes that went over connections, handshakes left out. Any thread. */
public final class Traffic {
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();

  void sent(long bytes) {
    sent.add(bytes);
  }

  void received(long bytes) {
    received.add(bytes);
  }

  /** How many were given to the sockets. */
  public long sent() {
    return sent.sum();
  }

  /** How many were taken from the sockets. */
  public long received() {
    return received.sum();
  }
}
