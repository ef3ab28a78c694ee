package trainer.data.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.OpenFileLimit;

/** What a file system's exceptions mean. */
public final class StorageFailures {
  private static final Pattern WIKI =
      Pattern.compile("[;,.]?\\s*For more details see:?\\s*https?://\\S+");

  private StorageFailures() {}

  /**
   * The failure that {@code e} is, met at {@code where}.
   *
   * @param missing the kind for a file that is not there, or a file system that does not exist
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
            "the file system failed: " + text(e),
            where,
            "look at the file system's own logs"),
        e);
  }

  /**
   * What a file system that can be reached says of itself, or null when {@code e} is no such word.
   */
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
          "the file system is in safe mode and takes no change: " + text(e),
          where,
          "wait until it has left it, see hdfs dfsadmin -safemode get");
    }
    if (name.endsWith("QuotaExceededException") || text.contains("No space left on device")) {
      return new Failure(
          FailureKind.STORAGE_FULL,
          "there is no space left: " + text(e),
          where,
          "make room, or have the quota raised");
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
    if (e instanceof AccessControlException || e instanceof AccessDeniedException) {
      return new Failure(
          FailureKind.ACCESS_DENIED, "access denied: " + text(e), where, "ask for permission");
    }
    if (e instanceof ChecksumException checksum) {
      return new Failure(
          FailureKind.INPUT_CORRUPT,
          "the file system's checksum does not match at byte " + checksum.getPos(),
          where,
          "restore the file");
    }
    if (e instanceof UnsupportedFileSystemException) {
      return new Failure(missing, text(e), where, "check the path's scheme");
    }
    if (e instanceof UnknownHostException
        || e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof SocketTimeoutException) {
      return new Failure(
          FailureKind.CLUSTER_UNREACHABLE,
          "the file system does not answer: " + text(e),
          where,
          "check the address and that it is running");
    }
    return null;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : firstLine(message);
  }

  /** The first line of Hadoop's words, without the address of a page that says no more. */
  public static String firstLine(String text) {
    return WIKI.matcher(text.strip().lines().findFirst().orElse("")).replaceAll("");
  }

  /** Runs file work, with {@link IOException}s as failures. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /** The result of {@code work} at {@code where}; see {@link #of}. */
  public static <T> T guard(String where, FailureKind missing, Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw of(e, where, missing);
    } catch (RuntimeException e) {
      // Hadoop wraps hosts that do not resolve, names with a colon, and classes that are missing.
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
