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
 * Repeats what a storage did not do, with pauses that grow, until it does or has refused for too
 * long. What is repeated has to find out by itself what an earlier try has done.
 */
public final class RetryPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(RetryPolicy.class);

  /** How long a storage may fail, where nothing is lost by trying again. */
  private static final Duration STORAGE = Duration.ofMinutes(3);

  /** The same, where all of it is tried again later anyway and somebody is to hear of it. */
  private static final Duration MOMENT = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** What is repeated. */
  @FunctionalInterface
  public interface Call<T> {
    T call() throws IOException;
  }

  /** Lets some time go by. */
  @FunctionalInterface
  public interface Pause {
    void rest(Duration time) throws InterruptedException;
  }

  private final Duration longest;
  private final Pause pause;
  private final Consumer<Exception> trouble;

  /** What storages that are started again, or whose leader changes, are met with. */
  public static RetryPolicy withStorages() {
    return new RetryPolicy(STORAGE);
  }

  /** For what is begun again later, in any case. */
  public static RetryPolicy forAMoment() {
    return new RetryPolicy(MOMENT);
  }

  /** For what keeps a version: there is a next one before long, unless the job ends instead. */
  public static RetryPolicy withCheckpoints(Settings settings) {
    boolean isFatal = settings.get(Keys.CHECKPOINT_ON_FAILURE) == Keys.OnFailure.FAIL;
    return isFatal ? withStorages() : forAMoment();
  }

  /**
   * @param longest how long it is repeated
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
   * The same patience, which reports the first failure of each call that it repeats.
   *
   * @param listener is called on the thread of the call
   */
  public RetryPolicy reporting(Consumer<Exception> listener) {
    return new RetryPolicy(longest, pause, listener);
  }

  /**
   * What {@code call} gives, sooner or later.
   *
   * @param what for the log
   * @throws IOException what it threw last
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

  /** A local disk that is full is no error of this process, which Hadoop's wrapper calls it. */
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
        || e instanceof ClusterStorageCapacityExceededException // a quota: nobody lifts it so soon
        || e instanceof AccessDeniedException
        || (e instanceof InterruptedIOException && Thread.currentThread().isInterrupted()));
  }

  private static boolean isOfNoSuchHost(Throwable e) {
    return e != null && (e instanceof UnknownHostException || isOfNoSuchHost(e.getCause()));
  }
}
