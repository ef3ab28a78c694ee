package trainer.appmaster.files;

import java.io.IOException;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** The local file system, whose renames (or looks) fail some times, before or after the fact. */
public final class FailingFiles extends LocalFileSystem {
  private static int left;
  private static boolean afterwards;
  private static boolean looks;

  /** The next renames fail, after the fact or before it. */
  static void failRenames(int times, boolean after) {
    left = times;
    afterwards = after;
    looks = false;
  }

  /** The next looks fail. */
  static void failLooks(int times) {
    left = times;
    afterwards = false;
    looks = true;
  }

  /** How many more fail. */
  static int left() {
    return left;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    boolean fails = !looks && left-- > 0;
    left = Math.max(left, 0);
    boolean done = (!fails || afterwards) && super.rename(from, to);
    if (fails) {
      throw new IOException("the NameNode is away");
    }
    return done;
  }

  @Override
  public boolean exists(Path path) throws IOException {
    if (looks && left > 0) {
      left--;
      throw new IOException("the NameNode is away");
    }
    return super.exists(path);
  }
}
