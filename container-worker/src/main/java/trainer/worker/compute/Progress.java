package trainer.worker.compute;

import java.util.concurrent.atomic.AtomicLong;

/** What heartbeats say about the computation. Written by compute threads, read by any. */
public final class Progress {
  private final AtomicLong records = new AtomicLong();
  private volatile int block = -1;

  void begin(int number) {
    block = number;
  }

  void end(int computed) {
    records.addAndGet(computed);
    block = -1;
  }

  /** Records computed so far, repeats included; scored ones are not. */
  public long records() {
    return records.get();
  }

  /** A block being computed, or −1. */
  public int block() {
    return block;
  }
}
