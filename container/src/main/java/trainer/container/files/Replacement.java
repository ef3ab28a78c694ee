package trainer.container.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Replaces a file by one that was written beside it, atomically where the file system supports
 * that.
 */
public final class Replacement {
  private Replacement() {}

  /** Renames {@code beside} to {@code path}, replacing any file there. */
  public static void rename(FileSystem files, Path beside, Path path) throws IOException {
    if (files instanceof RawLocalFileSystem local) { // Hadoop deletes first
      Files.move(
          local.pathToFile(beside).toPath(),
          local.pathToFile(path).toPath(),
          StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    try {
      FileContext.getFileContext(files.getUri(), files.getConf())
          .rename(files.makeQualified(beside), files.makeQualified(path), Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // Not atomic here: a reader that finds no file tries again.
      files.delete(path, false);
      if (!files.rename(beside, path)) {
        throw new IOException("cannot rename " + beside + " to " + path);
      }
    }
  }
}
