package trainer.appmaster.main;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.LeadershipFence;

/**
 * Lets a master pass that its cluster has dealt with lately. One that is cut off may have been
 * followed by another master without a way to know, so it waits until it is heard again, or is
 * ended.
 */
final class ContactFence implements LeadershipFence {
  /** What Hadoop's own MapReduce gives the commit of a job. */
  static final Duration LATELY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ContactFence.class);
  private static final long PERIOD_MILLIS = 250;

  /** Lets some time go by. */
  @FunctionalInterface
  interface Pause {
    void rest() throws InterruptedException;
  }

  private final Predicate<Duration> isHeardWithin;
  private final Pause pause;

  ContactFence(Predicate<Duration> isHeardWithin) {
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
