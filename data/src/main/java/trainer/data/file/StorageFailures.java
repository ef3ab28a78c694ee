package trainer.data.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.ipc.RemoteException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.OpenFileLimit;
import trainer.core.failure.StorageRefusal;

/**
 * Classifies a file system's exceptions for readers. {@link StorageRefusal} classifies permanent
 * refusals, for writers as well.
 */
public final class StorageFailures {
  private StorageFailures() {}

  /**
   * The failure that {@code e} means at {@code where}.
   *
   * @param missing the kind for a file or a file system that does not exist
   */
  public static FailureException of(Exception e, String where, FailureKind missing) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FailureException failure) {
        return failure;
      }
      Failure failure = known(cause, where, missing);
      if (failure != null) {
        return new FailureException(failure, e);
      }
    }
    return new FailureException(
        new Failure(
            FailureKind.STORAGE_FAILED,
            "the file system failed: " + StorageRefusal.text(e),
            where,
            "look at the file system's own logs"),
        e);
  }

  /** The failure of the file system as a whole, or null if {@code e} means another one. */
  public static Failure ofTheWhole(Throwable e, String where) {
    String name =
        e instanceof RemoteException remote ? remote.getClassName() : e.getClass().getName();
    String text = String.valueOf(e.getMessage());
    Failure missing = MissingFileSystem.of(e, where);
    if (missing != null) {
      return missing;
    }
    Failure host = PathHost.of(e, where);
    if (host != null) {
      return host;
    }
    if (e instanceof URISyntaxException) {
      return new Failure(
          FailureKind.INPUT_BAD_FILE,
          "Hadoop cannot read a file with a colon in its name (" + text + ")",
          where,
          "rename the file");
    }
    if (name.endsWith("SafeModeException")) {
      return new Failure(
          FailureKind.SAFE_MODE,
          "the file system is in safe mode and takes no change: " + StorageRefusal.text(e),
          where,
          "wait until it has left it, see hdfs dfsadmin -safemode get");
    }
    if (StorageRefusal.isFull(e)) {
      return StorageRefusal.full(e, where);
    }
    return null;
  }

  private static Failure known(Throwable e, String where, FailureKind missing) {
    Failure whole = ofTheWhole(e, where);
    if (whole != null) {
      return whole;
    }
    if (e instanceof FileNotFoundException && !OpenFileLimit.isReached(e)) {
      return new Failure(missing, "there is no such file", where, "check the path");
    }
    Failure refusal = StorageRefusal.of(e, where);
    if (refusal != null) {
      return refusal;
    }
    if (e instanceof ChecksumException checksum) {
      return new Failure(
          FailureKind.INPUT_CORRUPT,
          "the file system's checksum does not match at byte " + checksum.getPos(),
          where,
          "restore the file");
    }
    if (e instanceof UnknownHostException
        || e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof SocketTimeoutException) {
      return new Failure(
          FailureKind.CLUSTER_UNREACHABLE,
          "the file system does not answer: " + StorageRefusal.text(e),
          where,
          "check the address and that it is running");
    }
    return null;
  }

  /** File work that may throw an {@link IOException}. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /** The result of {@code work} at {@code where}, with exceptions as failures; see {@link #of}. */
  public static <T> T guard(String where, FailureKind missing, Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw of(e, where, missing);
    } catch (NoClassDefFoundError e) {
      throw new FailureException(MissingFileSystem.ofClass(e, where), e);
    } catch (RuntimeException e) {
      // Hadoop wraps unresolved hosts, names with a colon, and missing classes.
      Throwable cause = e.getCause();
      if (cause instanceof IOException
          || cause instanceof URISyntaxException
          || cause instanceof ClassNotFoundException
          || PathHost.of(e, where) != null) {
        throw of(e, where, missing);
      }
      throw e;
    }
  }
}
