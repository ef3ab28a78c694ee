package trainer.container.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distinguishes an unavailable storage from a lost file. The storage works if a small existing file
 * can be read, or another one can be written and read.
 *
 * <p>Both are tried, since the blocks of the first may be lost as well, and a quota may refuse the
 * second.
 */
public final class StorageProbe {
  private static final Logger LOG = LoggerFactory.getLogger(StorageProbe.class);
  private static final int CONTENT = 42;

  private final Path known;
  private final Path draft;
  private final Configuration hadoop;

  /**
   * A probe of the file system that holds both files.
   *
   * @param known an existing file that is not empty
   * @param draft a file to be written and deleted
   */
  public StorageProbe(String known, String draft, Configuration hadoop) {
    this.known = new Path(known);
    this.draft = new Path(draft);
    this.hadoop = hadoop;
  }

  /** Whether the storage returns bytes. Takes as long as the file system takes to refuse. */
  public boolean works() {
    return succeeds(this::readKnown) || succeeds(this::writeAndRead);
  }

  private boolean readKnown() throws IOException {
    try (InputStream in = known.getFileSystem(hadoop).open(known)) {
      return in.read() >= 0;
    }
  }

  private boolean writeAndRead() throws IOException {
    FileSystem files = draft.getFileSystem(hadoop);
    try {
      try (OutputStream out = files.createFile(draft).overwrite(true).build()) {
        out.write(CONTENT);
      }
      try (InputStream in = files.open(draft)) {
        return in.read() == CONTENT;
      }
    } finally {
      files.delete(draft, false);
    }
  }

  private static boolean succeeds(RetryPolicy.Call<Boolean> attempt) {
    try {
      return RetryPolicy.called(attempt);
    } catch (IOException e) {
      LOG.debug("the probe fails", e);
      return false;
    }
  }
}
