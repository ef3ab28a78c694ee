package trainer.container.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.security.AccessControlException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The meaning of exceptions that a storage answers a write with. */
public final class WriteFailures {
  private WriteFailures() {}

  /**
   * The failure that {@code e} is: {@code STORAGE_FULL}, {@code NOT_WRITABLE} or {@code
   * ACCESS_DENIED}, which time does not mend, else {@code STORAGE_FAILED}.
   */
  public static Failure of(Throwable e, String where) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FailureException known) {
        return known.failure();
      }
      Failure lasting = lasting(cause, where);
      if (lasting != null) {
        return lasting;
      }
    }
    return new Failure(
        FailureKind.STORAGE_FAILED,
        "the file system failed: " + text(e),
        where,
        "check the file system's health, space and quota");
  }

  private static Failure lasting(Throwable e, String where) {
    String text = String.valueOf(e.getMessage());
    if (e instanceof ClusterStorageCapacityExceededException
        || text.contains("No space left on device")
        || text.contains("Disk quota exceeded")) {
      return new Failure(
          FailureKind.STORAGE_FULL,
          "there is no space left: " + text(e).replaceFirst("^[a-zA-Z.]+Exception: ", ""),
          where,
          "make room, or have the quota raised");
    }
    if (text.contains("Read-only file system")) {
      return new Failure(
          FailureKind.NOT_WRITABLE,
          "the file system is mounted read-only: " + text(e),
          where,
          "have it mounted for writing");
    }
    if (e instanceof AccessControlException || e instanceof AccessDeniedException) {
      return new Failure(
          FailureKind.ACCESS_DENIED, "access denied: " + text(e), where, "ask for permission");
    }
    return null;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElse("");
  }

  /** Does a write; a failure that time does not mend is a {@link FailureException}. */
  public static <T> T guard(String where, Patience.Call<T> write) throws IOException {
    try {
      return write.call();
    } catch (IOException | org.apache.hadoop.fs.FSError e) {
      Failure failure = of(e, where);
      if (failure.kind() != FailureKind.STORAGE_FAILED) {
        throw new FailureException(failure, e);
      }
      throw e;
    }
  }
}
