package trainer.container.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.OpenFileLimit;

/**
 * Repeats a failed call to a storage, with pauses that grow from 100 ms to 2 s, until it succeeds
 * or the time limit has passed. The call itself has to detect the effects of earlier attempts.
 * Failures that time does not mend, such as a missing file or a quota, are not repeated.
 */
public final class RetryPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(RetryPolicy.class);

  /** The time limit where a repetition loses nothing. */
  private static final Duration STORAGE = Duration.ofMinutes(3);

  /**
   * The time limit where the whole operation is repeated later and the failure should be reported
   * soon.
   */
  private static final Duration MOMENT = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** The call to be repeated. */
  @FunctionalInterface
  public interface Call<T> {
    T call() throws IOException;
  }

  /** Waits for a duration. */
  @FunctionalInterface
  public interface Pause {
    void rest(Duration time) throws InterruptedException;
  }

  private final Duration longest;
  private final Pause pause;
  private final Consumer<Exception> trouble;

  /** The policy for storages that restart or change their leader: three minutes. */
  public static RetryPolicy withStorages() {
    return new RetryPolicy(STORAGE);
  }

  /** The policy for an operation that is started again later in any case: ten seconds. */
  public static RetryPolicy forAMoment() {
    return new RetryPolicy(MOMENT);
  }

  /**
   * The policy for checkpoints. A failed one is followed by another, so it is short, unless a
   * failed checkpoint fails the job.
   */
  public static RetryPolicy withCheckpoints(Settings settings) {
    boolean isFatal = settings.get(Keys.CHECKPOINT_ON_FAILURE) == Keys.OnFailure.FAIL;
    return isFatal ? withStorages() : forAMoment();
  }

  /**
   * @param longest the time limit of one call
   */
  public RetryPolicy(Duration longest) {
    this(longest, time -> Thread.sleep(time.toMillis()));
  }

  public RetryPolicy(Duration longest, Pause pause) {
    this(longest, pause, e -> {});
  }

  private RetryPolicy(Duration longest, Pause pause, Consumer<Exception> trouble) {
    this.longest = longest;
    this.pause = pause;
    this.trouble = trouble;
  }

  /**
   * A policy with the same time limit that reports the first failure of each repeated call.
   *
   * @param listener is called on the thread of the call
   */
  public RetryPolicy reporting(Consumer<Exception> listener) {
    return new RetryPolicy(longest, pause, listener);
  }

  /**
   * Returns the result of {@code call}, repeated if necessary.
   *
   * @param what for the log
   * @throws IOException the last failure of the call
   * @throws FailureException likewise
   */
  public <T> T until(String what, Call<T> call) throws IOException {
    Duration spent = Duration.ZERO;
    Duration next = FIRST_PAUSE;
    boolean failed = false;
    while (true) {
      long since = System.nanoTime();
      try {
        T given = called(call);
        if (failed) {
          LOG.warn("{}: done, after {} s", what, spent.toSeconds());
        }
        return given;
      } catch (IOException | FailureException e) {
        spent = spent.plusNanos(System.nanoTime() - since).plus(next);
        if (!mayPass(e) || spent.compareTo(longest) > 0) {
          throw e;
        }
        if (!failed) {
          LOG.warn("{}: {}; again and again for {} s", what, e.toString(), longest.toSeconds());
          trouble.accept(e);
        }
        LOG.debug("{}", what, e);
        failed = true;
      }
      rest(next);
      next = next.multipliedBy(2);
      next = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
    }
  }

  /**
   * Calls, and turns Hadoop's FSError into an IOException: a full local disk is no error of this
   * process.
   */
  static <T> T called(Call<T> call) throws IOException {
    try {
      return call.call();
    } catch (FSError e) {
      String why = e.getCause() == null ? e.toString() : e.getCause().getMessage();
      throw new IOException(why, e);
    }
  }

  private void rest(Duration time) throws IOException {
    try {
      pause.rest(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("waiting for a storage").initCause(e);
    }
  }

  private static boolean mayPass(Exception e) {
    if (e instanceof FailureException known) {
      FailureKind kind = known.failure().kind();
      return kind == FailureKind.STORAGE_FAILED
          || kind == FailureKind.SAFE_MODE
          || (kind == FailureKind.CLUSTER_UNREACHABLE && !isOfNoSuchHost(e));
    }
    return !((e instanceof FileNotFoundException && !OpenFileLimit.isReached(e))
        || e instanceof AccessControlException
        || e instanceof ClusterStorageCapacityExceededException // a quota: seldom raised that soon
        || e instanceof AccessDeniedException
        || (e instanceof InterruptedIOException && Thread.currentThread().isInterrupted()));
  }

  private static boolean isOfNoSuchHost(Throwable e) {
    return e != null && (e instanceof UnknownHostException || isOfNoSuchHost(e.getCause()));
  }
}
