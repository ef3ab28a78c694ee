package trainer.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.xerial.snappy.OSInfo;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyLoader;

/**
 * Snappy's native library, which Avro loads with the first container file of any codec. This loader
 * replaces Snappy's own, which compares the unpacked library byte by byte. That takes a tenth of
 * the time before a process can register. It also leaves the file behind when a process is killed.
 */
public final class SnappyLibrary {
  /** With any of these properties the user chooses the library. */
  private static final List<String> CHOICES =
      List.of(
          SnappyLoader.KEY_SNAPPY_LIB_PATH,
          SnappyLoader.KEY_SNAPPY_LIB_NAME,
          SnappyLoader.KEY_SNAPPY_USE_SYSTEMLIB,
          SnappyLoader.KEY_SNAPPY_DISABLE_BUNDLED_LIBS);

  private static boolean tried;

  private SnappyLibrary() {}

  /** Loads the library, once. If that fails, its first use reports the failure. */
  public static synchronized void load() {
    if (tried) {
      return;
    }
    tried = true;
    if (CHOICES.stream().anyMatch(key -> System.getProperty(key) != null)) {
      return;
    }
    String name = System.mapLibraryName("snappyjava");
    String resource = "native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
    try (InputStream in = Snappy.class.getResourceAsStream(resource)) {
      if (in != null) {
        load(in, name);
      }
    } catch (IOException | LinkageError | SnappyError e) {
      // Avro loads it again and reports the failure
    }
  }

  private static void load(InputStream in, String name) throws IOException {
    String tmp = System.getProperty("java.io.tmpdir");
    Path folder = Path.of(System.getProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, tmp));
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    Path file = Files.createTempFile(folder, "", name);
    try {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH, folder.toString());
      System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_NAME, file.getFileName().toString());
      Snappy.getNativeLibraryVersion();
    } finally {
      // A copy in another class loader has to unpack its own.
      System.clearProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH);
      System.clearProperty(SnappyLoader.KEY_SNAPPY_LIB_NAME);
      Files.delete(file); // it stays mapped
    }
  }
}
