package trainer.client.doctor;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import trainer.client.bundle.BundleStore;
import trainer.core.failure.StorageRefusal;

/** Whether the user may keep the bundle, by default in the home on the file system. */
record HomeCheck(Place place) implements Check {
  static final String NAME = "home";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return FileSystemCheck.NAME;
  }

  @Override
  public Finding find() throws IOException {
    Path folder = BundleStore.folder(place.settings(), place.user());
    FileSystem files = folder.getFileSystem(place.hadoop());
    try {
      Path existing = files.makeQualified(Place.existing(files, folder));
      files.access(existing, FsAction.WRITE_EXECUTE);
      return Finding.ok(existing + " can be written");
    } catch (AccessControlException e) {
      return Finding.fail(
          place.user() + " cannot keep " + folder + ": " + StorageRefusal.firstLine(e.getMessage()),
          "have the folder made for " + place.user() + ", or set trainer.bundle.dir to another");
    }
  }
}
