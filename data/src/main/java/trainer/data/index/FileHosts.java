package trainer.data.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.input.InputFile;

/**
 * The hosts of each part of a file, as reported by its file system. They are a hint, so a file
 * system that cannot report them is no failure.
 */
final class FileHosts {
  private static final Logger LOG = LoggerFactory.getLogger(FileHosts.class);

  private FileHosts() {}

  /** The hosts of the bytes at these ascending offsets; an empty list if they are unknown. */
  static List<List<String>> of(Configuration hadoop, InputFile file, long[] offsets) {
    try {
      Path path = new Path(file.path());
      FileSystem system = path.getFileSystem(hadoop);
      return of(system.getFileBlockLocations(path, 0, file.length()), offsets);
    } catch (IOException | RuntimeException e) {
      LOG.info("{}: where it lies is not known: {}", file.path(), e.toString());
      return List.of();
    }
  }

  /** The hosts of a part; stores without hosts report that of each reader. */
  private static List<String> hosts(BlockLocation location) throws IOException {
    return Arrays.stream(location.getHosts()).filter(host -> !host.equals("localhost")).toList();
  }

  private static List<List<String>> of(BlockLocation[] locations, long[] offsets)
      throws IOException {
    List<List<String>> hosts = new ArrayList<>();
    int at = 0;
    for (long offset : offsets) {
      while (at < locations.length
          && offset >= locations[at].getOffset() + locations[at].getLength()) {
        at++;
      }
      hosts.add(at < locations.length ? hosts(locations[at]) : List.of());
    }
    return hosts;
  }
}
