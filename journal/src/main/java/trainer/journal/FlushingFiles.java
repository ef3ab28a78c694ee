package trainer.journal;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Opens file systems on which flushed data can be read back. */
public final class FlushingFiles {
  private FlushingFiles() {}

  /**
   * Returns the file system of {@code uri}. For {@code file:} this is the raw one, since the
   * checksummed one neither flushes nor reports that it cannot.
   */
  public static FileSystem of(URI uri, Configuration conf) throws IOException {
    FileSystem files = FileSystem.get(uri, conf);
    return files instanceof LocalFileSystem local ? local.getRawFileSystem() : files;
  }

  /**
   * Creates a file exclusively: of many callers one returns.
   *
   * @throws FileAlreadyExistsException for all others
   */
  static FSDataOutputStream create(FileSystem files, Path path) throws IOException {
    if (files instanceof RawLocalFileSystem local) {
      // Hadoop checks for the file and creates it in two steps.
      try {
        Files.createFile(local.pathToFile(path).toPath());
      } catch (java.nio.file.FileAlreadyExistsException e) {
        throw new FileAlreadyExistsException(e.getMessage());
      }
      return files.create(path, true);
    }
    try {
      return files.create(path, false);
    } catch (IOException e) {
      if (!(e instanceof FileAlreadyExistsException) && files.exists(path)) {
        // HDFS throws another exception while the file's creator still writes it.
        throw new FileAlreadyExistsException(path + ": " + e.getMessage());
      }
      throw e;
    }
  }
}
