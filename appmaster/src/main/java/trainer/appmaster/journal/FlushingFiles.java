package trainer.appmaster.journal;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;

/** Opens file systems so that what is flushed can be read back. */
public final class FlushingFiles {
  private FlushingFiles() {}

  /**
   * The file system of {@code uri}; for {@code file:} the raw one, since the checksummed one
   * neither flushes nor says so.
   */
  public static FileSystem of(URI uri, Configuration conf) throws IOException {
    FileSystem files = FileSystem.get(uri, conf);
    return files instanceof LocalFileSystem local ? local.getRawFileSystem() : files;
  }
}
