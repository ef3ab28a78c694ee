package trainer.container.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's checksummed local file system, with permissions set in this process.
 *
 * <p>Without its native library, Hadoop forks a {@code chmod} for every file and folder it creates;
 * a model of 32 parts on a local disk needs about a hundred.
 */
public final class LocalFiles extends LocalFileSystem {
  private static final String KEY = "fs.file.impl";

  /** Called by reflection, as Hadoop creates file systems. */
  public LocalFiles() {
    super(new Raw());
  }

  /** Makes this class open {@code file:}, unless the configuration names another. */
  public static void use(Configuration hadoop) {
    hadoop.setIfUnset(KEY, LocalFiles.class.getName());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission); // Java has no name for this bit
        return;
      }
      String letters =
          permission.getUserAction().SYMBOL
              + permission.getGroupAction().SYMBOL
              + permission.getOtherAction().SYMBOL;
      try {
        Files.setPosixFilePermissions(
            pathToFile(path).toPath(), PosixFilePermissions.fromString(letters));
      } catch (UnsupportedOperationException e) {
        super.setPermission(path, permission);
      }
    }
  }
}
