package trainer.container.files;

import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.StorageRefusal;

/**
 * Classifies the exceptions of a failed write: a {@link StorageRefusal}, or a failure that may
 * pass.
 */
public final class WriteFailures {
  private WriteFailures() {}

  /**
   * The failure behind {@code e}. {@code STORAGE_FULL}, {@code NOT_WRITABLE}, {@code
   * NO_CREDENTIALS} and {@code ACCESS_DENIED} are permanent; any other exception is {@code
   * STORAGE_FAILED}. A {@link FailureException} keeps its failure.
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

  /** Performs a write; a permanent failure is thrown as a {@link FailureException}. */
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
