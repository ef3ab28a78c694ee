package trainer.worker.compute;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The progress of the work on blocks, as heartbeats report it. Written by the threads that do the
 * work, read by any thread.
 */
public final class BlockProgress {
  private final AtomicLong records = new AtomicLong();

  /** The blocks in progress, in the order of their beginning. */
  private final Queue<At> at = new ConcurrentLinkedQueue<>();

  private record At(Thread thread, int block) {}

  /** Notes that this thread begins a block; {@link #end} must follow in any case. */
  public void begin(int block) {
    at.add(new At(Thread.currentThread(), block));
  }

  /** Notes that this thread has finished its block. */
  public void end() {
    at.removeIf(one -> one.thread == Thread.currentThread());
  }

  /** Counts computed records. */
  public void computed(int more) {
    records.addAndGet(more);
  }

  /** The records computed so far, including repeated ones and excluding scored ones. */
  public long records() {
    return records.get();
  }

  /** The block that has been in progress for longest, or −1. */
  public int block() {
    At first = at.peek();
    return first == null ? -1 : first.block;
  }

  /** The stack of each thread that works on a block; empty if there is none. */
  public String stacks() {
    StringBuilder text = new StringBuilder();
    for (At one : at) {
      text.append(one.thread.getName()).append(" is at block ").append(one.block);
      for (StackTraceElement frame : one.thread.getStackTrace()) {
        text.append("\n    at ").append(frame);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
