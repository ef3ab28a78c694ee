package trainer.container.files;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Creates the missing folders above an output. They are not the job's own, so they get the
 * permissions of the user's umask. All other files that a job's processes write are private to the
 * user.
 */
public final class OutputParents {
  private static final String UMASK = FsPermission.UMASK_LABEL;
  private static final String OF_THE_USER = "output.parents.umask-mode";
  private static final String DEFAULT = String.format("%03o", FsPermission.DEFAULT_UMASK);

  private OutputParents() {}

  /**
   * Makes new files private to the user (umask 077) and remembers the user's umask for output
   * parents.
   */
  public static void keepUmask(Configuration hadoop) {
    hadoop.setIfUnset(OF_THE_USER, hadoop.get(UMASK, DEFAULT));
    hadoop.set(UMASK, "077");
  }

  /**
   * A copy of the configuration with the user's umask, for a file system of its own: a cached one
   * keeps the umask that it was opened with.
   */
  public static Configuration withUsersUmask(Configuration hadoop) {
    Configuration users = new Configuration(hadoop);
    users.set(UMASK, hadoop.get(OF_THE_USER, DEFAULT));
    return users;
  }

  /** Creates the missing parents of {@code output}. */
  public static void make(Path output, Configuration hadoop) throws IOException {
    Path parent = output.getParent();
    if (parent == null || output.getFileSystem(hadoop).exists(parent)) {
      return;
    }
    // The cached file system has the job's umask.
    try (FileSystem files = FileSystem.newInstance(output.toUri(), withUsersUmask(hadoop))) {
      if (!files.mkdirs(parent)) {
        throw new IOException("the folder " + parent + " cannot be made");
      }
    }
  }
}
