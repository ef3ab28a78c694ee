package trainer.client.run;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import trainer.client.watch.RunningJob;
import trainer.protocol.grpc.ControlListener;

/**
 * What Ctrl-C asks of a job that ends with this process. The first press stops it, and its model is
 * kept as it is at the next committed version. The second ends it at once. A third leaves that to
 * the end of this process.
 *
 * <p>Presses are counted by a thread of the JVM's and carried out by the thread that follows the
 * job. One press may arrive twice, from the terminal and from the launcher: what comes within a
 * second is the same press.
 */
final class KeyboardStop {
  private static final long SAME_PRESS_NANOS = 1_000_000_000L;
  private static final int LAST = 3;

  private final RunningJob job;
  private final LongSupplier clock;
  private final Runnable leave;
  private final AtomicInteger presses = new AtomicInteger();
  private long pressedAt;

  /** Whether the master has been asked to stop, and has not answered. */
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

  /** A signal has come. */
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

  /** Whether it was pressed at all. */
  boolean isPressed() {
    return presses.get() > 0;
  }

  /** Carries out what was asked for since; returns what a person is told of it, or nothing. */
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
      isAwaited = true; // asked again at the next look
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
