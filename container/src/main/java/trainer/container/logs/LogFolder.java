package trainer.container.logs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The folder of one container's logs on the job's file system. */
final class LogFolder {
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final long LEASE_POLL_MILLIS = 200;

  private final FileSystem files;
  private final Path folder;

  private LogFolder(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /**
   * The folder {@code path}; a local one without checksums, since checksummed files cannot be
   * flushed.
   */
  static LogFolder of(String path, Configuration hadoop) throws IOException {
    Path folder = new Path(path);
    FileSystem files = folder.getFileSystem(hadoop);
    return new LogFolder(files instanceof LocalFileSystem local ? local.getRaw() : files, folder);
  }

  Path path(String name) {
    return new Path(folder, name);
  }

  /** Creates the missing levels of the folder, each 0700. */
  void make() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder; at != null && !files.exists(at); at = at.getParent()) {
      missing.push(at);
    }
    for (Path at : missing) {
      FileSystem.mkdirs(files, at, FOLDER);
    }
  }

  /** The stored length of the log in bytes; 0 when there is none. */
  long length(String name) throws IOException {
    Path path = path(name);
    return files.exists(path) ? files.getFileStatus(path).getLen() : 0;
  }

  FSDataOutputStream create(String name) throws IOException {
    return files.createFile(path(name)).permission(FILE).overwrite(true).recursive().build();
  }

  FSDataOutputStream append(String name) throws IOException {
    return files.append(path(name));
  }

  /** Requests recovery of the file's lease from a dead writer; {@link #recover} waits for it. */
  void beginRecovery(String name) throws IOException {
    Path path = path(name);
    if (files instanceof LeaseRecoverable recoverable && files.exists(path)) {
      var unused = recoverable.recoverLease(path);
    }
  }

  /**
   * Recovers the file's lease from a dead writer, so that its length is final.
   *
   * @throws IOException after the deadline
   */
  void recover(String name, long deadlineNanos) throws IOException, InterruptedException {
    Path path = path(name);
    if (!(files instanceof LeaseRecoverable recoverable) || !files.exists(path)) {
      return;
    }
    while (!recoverable.recoverLease(path) && !recoverable.isFileClosed(path)) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IOException(path + " is still held by its former writer");
      }
      TimeUnit.MILLISECONDS.sleep(LEASE_POLL_MILLIS);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
