package trainer.core.failure;

import java.io.FileNotFoundException;

/**
 * The limit of open files of this process ({@code ulimit -n}). Java reports an open that it refuses
 * as a {@link FileNotFoundException}, although the file is there.
 */
public final class OpenFileLimit {
  private OpenFileLimit() {}

  /** Whether {@code e} is caused by the limit, regardless of its class. */
  public static boolean isReached(Throwable e) {
    return String.valueOf(e.getMessage()).contains("Too many open files");
  }
}
