package trainer.client.logs;

import java.io.IOException;
import java.net.ConnectException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system with one file that cannot be opened, as after the loss of its last replica.
 */
public final class LostBlockFileSystem extends RawLocalFileSystem {
  private static final String FILE = "test.file.lost";
  private static final String SILENT = "test.silent.then";

  private boolean isSilent;

  /** The settings that make this class open {@code file:}. */
  public static Map<String, String> settings(String lostFile) {
    return Map.of(
        "fs.file.impl",
        LostBlockFileSystem.class.getName(),
        "fs.file.impl.disable.cache",
        "true",
        FILE,
        lostFile);
  }

  /** The same for a storage that does not answer from then on. */
  static Map<String, String> settingsOfLostStorage(String lostFile) {
    Map<String, String> all = new HashMap<>(settings(lostFile));
    all.put(SILENT, "true");
    return all;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (path.toString().contains(getConf().get(FILE))) {
      isSilent = getConf().getBoolean(SILENT, false);
      throw new IOException("Cannot obtain block length for LocatedBlock{blk_1}");
    }
    return super.open(path, bufferSize);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    if (isSilent) {
      throw new ConnectException("the storage does not answer");
    }
    return super.exists(path);
  }
}
