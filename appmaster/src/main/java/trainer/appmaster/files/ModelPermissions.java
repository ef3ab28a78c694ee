package trainer.appmaster.files;

import org.apache.hadoop.fs.permission.FsPermission;
import trainer.core.config.Keys;

/** The permissions of a model's folder and of the files in it. */
record ModelPermissions(FsPermission folder, FsPermission file) {
  static ModelPermissions of(Keys.Readers readers) {
    return switch (readers) {
      case OWNER -> of(0700, 0600);
      case GROUP -> of(0750, 0640);
      case ALL -> of(0755, 0644);
    };
  }

  private static ModelPermissions of(int folder, int file) {
    return new ModelPermissions(new FsPermission((short) folder), new FsPermission((short) file));
  }
}
