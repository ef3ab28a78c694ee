package trainer.container.files;

import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.StorageRefusal;

/**
 * The meaning of exceptions that a storage answers a write with: a {@link StorageRefusal}, or
 * trouble that may pass.
 */
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
      Failure refusal = StorageRefusal.of(cause, where);
      if (refusal != null) {
        return refusal;
      }
    }
    return new Failure(
        FailureKind.STORAGE_FAILED,
        "the file system failed: " + StorageRefusal.text(e),
        where,
        "check the file system's health, space and quota");
  }

  /** Does a write; a failure that time does not mend is a {@link FailureException}. */
  public static <T> T guard(String where, RetryPolicy.Call<T> write) throws IOException {
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
