package trainer.client.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The unpacked bundle that this process runs on, as the launcher left it in its cache.
 *
 * @param folder holds {@code bundle.zip}, {@code conf/} and {@code lib/}
 * @param sha256 of {@code bundle.zip}, 64 hex digits
 */
public record LocalBundle(Path folder, String sha256) {
  /** The system property that the launcher sets. */
  private static final String PROPERTY = "trainer.client.bundle";

  /** Finds the bundle. */
  public static LocalBundle find() {
    String folder = System.getProperty(PROPERTY);
    if (folder == null) {
      throw new FailureException(
          FailureKind.UNEXPECTED,
          "the client was not started by its launcher",
          PROPERTY,
          "run java -jar trainer-client.jar");
    }
    Path path = Path.of(folder);
    try {
      return new LocalBundle(path, Files.readString(path.resolve("sha256")).strip());
    } catch (IOException e) {
      throw new FailureException(
          FailureKind.UNEXPECTED,
          "the unpacked bundle is damaged",
          folder,
          "delete this folder and try again");
    }
  }

  /** The archive as it is shipped. */
  public Path archive() {
    return folder.resolve("bundle.zip");
  }
}
