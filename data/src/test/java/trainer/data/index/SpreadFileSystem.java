package trainer.data.index;

import java.io.IOException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, whose every hundred bytes lie on hosts of their own, as it says. */
public final class SpreadFileSystem extends RawLocalFileSystem {
  private static final int PART = 100;

  @Override
  public BlockLocation[] getFileBlockLocations(Path path, long start, long length)
      throws IOException {
    if (path.getName().startsWith("unknown")) {
      throw new IOException("nobody knows");
    }
    BlockLocation[] locations = new BlockLocation[(int) ((length + PART - 1) / PART)];
    for (int i = 0; i < locations.length; i++) {
      String[] hosts = {"host-" + i, "host-" + (i + 1)};
      locations[i] = new BlockLocation(hosts, hosts, (long) i * PART, PART);
    }
    return locations;
  }
}
