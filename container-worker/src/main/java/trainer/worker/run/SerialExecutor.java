package trainer.worker.run;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mail that is read one at a time, in the order it came, by whoever leaves some while nobody reads:
 * no thread has to be woken for it. As one thread would, it sees everything that was done before.
 * What a mail leaves itself is read after it.
 */
final class SerialExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

  private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile Thread owner;
  private volatile boolean ended;
  private volatile Throwable failure;

  /** From any thread: leaves mail, and reads what there is unless somebody does. */
  void offer(Runnable mail) {
    mailbox.add(mail);
    read();
  }

  /** No more mail is read once the present one has been. */
  void end() {
    ended = true;
  }

  /**
   * Waits for the end, and does something now and then until it comes.
   *
   * @throws RuntimeException what a mail threw
   */
  void awaitEnd(Runnable nowAndThen, long everyNanos) throws InterruptedException {
    owner = Thread.currentThread();
    long next = System.nanoTime();
    while (!ended) {
      long wait = next - System.nanoTime();
      if (wait <= 0) {
        next = System.nanoTime() + everyNanos;
        offer(nowAndThen);
      } else {
        LockSupport.parkNanos(this, wait);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) { // checked, and thrown all the same
      throw new IllegalStateException(failure);
    }
  }

  /** Nobody reads from here on: waits for who does. */
  void close() {
    ended = true;
    while (!reading.compareAndSet(false, true)) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  /** Who leaves mail while another one reads need not wait: that one looks once more at the end. */
  private void read() {
    while (!ended && !mailbox.isEmpty() && reading.compareAndSet(false, true)) {
      try {
        Runnable mail = ended ? null : mailbox.poll();
        while (mail != null) {
          mail.run();
          mail = ended ? null : mailbox.poll();
        }
      } catch (Throwable thrown) { // it is nobody's fault on whose thread it happened
        LOG.error("what was at hand failed", thrown);
        failure = thrown;
        ended = true;
      } finally {
        reading.set(false);
      }
      if (ended) {
        LockSupport.unpark(owner);
      }
    }
  }
}
