package trainer.worker.run;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor that runs tasks one at a time, in submission order, on the submitting thread; it owns
 * no thread. If a task is running when another is submitted, the thread that runs the first also
 * runs the second, and {@link #execute} returns at once.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Ordering: tasks run in submission order.
 *   <li>Serialisation: each task happens-before the next.
 *   <li>Non-reentrancy: a task submitted by a running task runs after it returns, never inline.
 * </ul>
 *
 * <p>The first exception stops the executor: remaining tasks are discarded, and {@link #awaitEnd}
 * rethrows it. Thread-safe.
 *
 * <p>Handing each event to a dedicated thread would cost a wake-up per hop (decision 32).
 */
final class SerialExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile Thread owner;
  private volatile boolean ended;
  private volatile Throwable failure;

  /** Submits a task, and runs all submitted tasks unless another thread runs them. Thread-safe. */
  void execute(Runnable task) {
    tasks.add(task);
    runAll();
  }

  /** Stops the executor after the present task. */
  void end() {
    ended = true;
  }

  /**
   * Waits for the end, and submits a periodic task until then.
   *
   * @throws RuntimeException the first exception of a task
   */
  void awaitEnd(Runnable periodic, long everyNanos) throws InterruptedException {
    owner = Thread.currentThread();
    long next = System.nanoTime();
    while (!ended) {
      long wait = next - System.nanoTime();
      if (wait <= 0) {
        next = System.nanoTime() + everyNanos;
        execute(periodic);
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
    if (failure != null) { // a task can throw a checked exception undeclared
      throw new IllegalStateException(failure);
    }
  }

  /** Stops the executor and waits for the running task. No task runs afterwards. */
  void close() {
    ended = true;
    while (!running.compareAndSet(false, true)) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  /**
   * Runs tasks until none is submitted. A thread that finds another one running need not wait: that
   * thread checks for tasks again before it returns.
   */
  private void runAll() {
    while (!ended && !tasks.isEmpty() && running.compareAndSet(false, true)) {
      try {
        Runnable task = ended ? null : tasks.poll();
        while (task != null) {
          task.run();
          task = ended ? null : tasks.poll();
        }
      } catch (Throwable thrown) { // the submitting thread is not responsible for the task
        LOG.error("a task failed", thrown);
        failure = thrown;
        ended = true;
      } finally {
        running.set(false);
      }
      if (ended) {
        LockSupport.unpark(owner);
      }
    }
  }
}
