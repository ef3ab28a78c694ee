package trainer.client.run;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import trainer.client.watch.RunningJob;
import trainer.protocol.grpc.ControlListener;

/**
 * The reaction to Ctrl-C for a job that ends with this process.
 *
 * <ul>
 *   <li>The first press stops the job; its model is kept as of the next committed version.
 *   <li>The second press ends the job at once.
 *   <li>The third press ends this process, and the job with it.
 * </ul>
 *
 * <p>A JVM thread counts the presses; the thread that follows the job acts on them. One press may
 * arrive twice, from the terminal and from the launcher. Signals within a second count as the same
 * press.
 */
final class KeyboardStop {
  private static final long SAME_PRESS_NANOS = 1_000_000_000L;
  private static final int LAST = 3;

  private final RunningJob job;
  private final LongSupplier clock;
  private final Runnable leave;
  private final AtomicInteger presses = new AtomicInteger();
  private long pressedAt;

  /** Whether a stop was requested and the master has not answered. */
  private boolean isAwaited;

  private int carriedOut;

  /**
   * @param clock nanoseconds
   * @param leave ends this process
   */
  KeyboardStop(RunningJob job, LongSupplier clock, Runnable leave) {
    this.job = job;
    this.clock = clock;
    this.leave = leave;
  }

  /** Counts a signal. */
  synchronized void pressed() {
    long now = clock.getAsLong();
    if (presses.get() > 0 && now - pressedAt < SAME_PRESS_NANOS) {
      return;
    }
    pressedAt = now;
    if (presses.incrementAndGet() == LAST) {
      leave.run();
    }
  }

  /** Whether Ctrl-C was pressed at all. */
  boolean isPressed() {
    return presses.get() > 0;
  }

  /** Acts on new presses. Returns a notice for the user, or an empty text. */
  String carryOut() throws IOException {
    int wanted = Math.min(2, presses.get());
    if (wanted <= carriedOut) {
      return "";
    }
    if (wanted == 1) {
      return stop();
    }
    carriedOut = wanted;
    return end("Ctrl-C: ending the job at once, without a model");
  }

  private String stop() throws IOException {
    ControlListener.Answer answer;
    try {
      answer = job.stop("Ctrl-C");
    } catch (IOException e) {
      boolean isNews = !isAwaited;
      isAwaited = true; // retried before the next observation
      return isNews
          ? "Ctrl-C: the master does not answer yet; press it again to end the job at once, without"
              + " a model"
          : "";
    }
    carriedOut = 1;
    if (answer.accepted()) {
      return "Ctrl-C: stopping, the model is kept as it is then; press it again to end the job at"
          + " once, without a model";
    }
    carriedOut = 2;
    return end("Ctrl-C: nothing is trained yet that could be kept; ending the job");
  }

  private String end(String words) throws IOException {
    job.kill("Ctrl-C");
    return words;
  }
}
