package trainer.protocol.bulk;

import java.util.concurrent.atomic.LongAdder;

/** Counts of the bytes of some connections, handshakes left out. Any thread. */
public final class Traffic {
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();

  void sent(long bytes) {
    sent.add(bytes);
  }

  void received(long bytes) {
    received.add(bytes);
  }

  /** The bytes written to the sockets. */
  public long sent() {
    return sent.sum();
  }

  /** The bytes read from the sockets. */
  public long received() {
    return received.sum();
  }
}
