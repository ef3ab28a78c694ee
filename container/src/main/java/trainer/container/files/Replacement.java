package trainer.container.files;

import java.io.IOException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Puts a file that was written beside another in its place, in one step where that can be done. */
public final class Replacement {
  private Replacement() {}

  /** Renames {@code beside} to {@code path}, in place of what is there. */
  public static void rename(FileSystem files, Path beside, Path path) throws IOException {
    try {
      FileContext.getFileContext(files.getUri(), files.getConf())
          .rename(files.makeQualified(beside), files.makeQualified(path), Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // A file system that cannot do it in one step: a reader who finds none looks again.
      files.delete(path, false);
      if (!files.rename(beside, path)) {
        throw new IOException("cannot rename " + beside + " to " + path);
      }
    }
  }
}
