package trainer.journal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * Recovers the leases of files from former writers. On a file system without leases it does
 * nothing.
 */
final class Leases {
  private static final long POLL_MILLIS = 50;

  /** Interval between requests; each request restarts the recovery of the last block. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final FileSystem files;

  Leases(FileSystem files) {
    this.files = files;
  }

  /** Requests recovery of the file's lease and returns without waiting for it. */
  void begin(Path file) throws IOException {
    Path resolved = files.resolvePath(file); // ViewFS itself has no leases
    if (resolved.getFileSystem(files.getConf()) instanceof LeaseRecoverable leases
        && !leases.isFileClosed(resolved)) {
      var unused = leases.recoverLease(resolved);
    }
  }

  /**
   * Recovers the file's lease and returns once the file is closed.
   *
   * @throws IOException if the file is not closed after 120 s
   */
  void take(Path file) throws IOException {
    Path resolved = files.resolvePath(file);
    if (resolved.getFileSystem(files.getConf()) instanceof LeaseRecoverable leases) {
      long begin = System.nanoTime();
      while (!closes(leases, resolved, System.nanoTime() + AGAIN_NANOS)) {
        if (System.nanoTime() - begin > PATIENCE_NANOS) {
          throw new IOException(file + " is still held by its former writer");
        }
      }
    }
  }

  private static boolean closes(LeaseRecoverable leases, Path file, long untilNanos)
      throws IOException {
    if (leases.isFileClosed(file) || leases.recoverLease(file)) {
      return true;
    }
    while (System.nanoTime() - untilNanos < 0) {
      if (leases.isFileClosed(file)) {
        return true;
      }
      pause();
    }
    return false;
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a former writer's lease is recovered");
    }
  }
}
