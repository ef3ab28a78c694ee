package trainer.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.xerial.snappy.OSInfo;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

/**
 * Snappy's native library, which Avro loads with the first container file of whatever codec. Its
 * own loader compares what it has unpacked byte by byte, for a tenth of what a process does before
 * it can register, and leaves the file behind where a process does not end in good order.
 */
public final class SnappyLibrary {
  private SnappyLibrary() {}

  /** Loads it; where that is not possible, who needs it says so. */
  public static void load() {
    String name = System.mapLibraryName("snappyjava");
    String resource = "native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
    if (System.getProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH) != null) {
      return; // the user's own
    }
    try (InputStream in = Snappy.class.getResourceAsStream(resource)) {
      if (in != null) {
        load(in, name);
      }
    } catch (IOException | LinkageError e) {
      System.clearProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH);
    }
  }

  private static void load(InputStream in, String name) throws IOException {
    Path file = Files.createTempFile("", name);
    try {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH, file.getParent().toString());
      System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_NAME, file.getFileName().toString());
      Snappy.getNativeLibraryVersion();
    } finally {
      Files.delete(file); // it stays mapped
    }
  }
}
