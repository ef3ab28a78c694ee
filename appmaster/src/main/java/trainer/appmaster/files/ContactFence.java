package trainer.appmaster.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fence that a master passes only if its cluster has answered lately. A master that is cut off
 * may have been superseded without being able to detect it. It therefore waits until the cluster
 * answers again, or until the process is ended.
 */
public final class ContactFence implements LeadershipFence {
  /** The limit of Hadoop's MapReduce for the commit of a job. */
  static final Duration LATELY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ContactFence.class);
  private static final long PERIOD_MILLIS = 250;

  /** Waits for a moment. */
  @FunctionalInterface
  interface Pause {
    void rest() throws InterruptedException;
  }

  private final Predicate<Duration> isHeardWithin;
  private final Pause pause;

  /**
   * @param isHeardWithin whether the cluster has answered within a time
   */
  public ContactFence(Predicate<Duration> isHeardWithin) {
    this(isHeardWithin, () -> TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS));
  }

  ContactFence(Predicate<Duration> isHeardWithin, Pause pause) {
    this.isHeardWithin = isHeardWithin;
    this.pause = pause;
  }

  @Override
  public void pass() throws IOException {
    boolean said = false;
    while (!isHeardWithin.test(LATELY)) {
      if (!said) {
        LOG.warn("Nothing is published until the cluster is heard from again");
        said = true;
      }
      try {
        pause.rest();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("waiting for the cluster").initCause(e);
      }
    }
  }
}
