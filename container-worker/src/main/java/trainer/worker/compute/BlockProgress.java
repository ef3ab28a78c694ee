package trainer.worker.compute;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What is said of the work on blocks. Written by the threads that do it, read by any. */
public final class BlockProgress {
  private final AtomicLong records = new AtomicLong();

  /** The longest at its block first. */
  private final Queue<At> at = new ConcurrentLinkedQueue<>();

  private record At(Thread thread, int block) {}

  /** This thread begins with a block; {@link #end} follows, however it goes. */
  public void begin(int block) {
    at.add(new At(Thread.currentThread(), block));
  }

  /** This thread is through with its block. */
  public void end() {
    at.removeIf(one -> one.thread == Thread.currentThread());
  }

  void computed(int more) {
    records.addAndGet(more);
  }

  /** Records computed so far, repeats included; scored ones are not. */
  public long records() {
    return records.get();
  }

  /** The block that a thread has been at for longest, or −1. */
  public int block() {
    At first = at.peek();
    return first == null ? -1 : first.block;
  }

  /** Where in the code each thread is that is at a block; empty while none is. */
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
