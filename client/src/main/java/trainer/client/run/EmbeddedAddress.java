package trainer.client.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.config.ClientConfiguration;
import trainer.container.identity.HadoopFile;

/**
 * Where other commands find the embedded cluster of a session: its configuration lies on this
 * machine while the process lives that has the cluster.
 */
final class EmbeddedAddress {
  private static final Pattern NAME = Pattern.compile("embedded-([0-9]+)\\.properties");

  private EmbeddedAddress() {}

  /** Writes the address. The file goes with this process, and its folder if it is empty then. */
  static void write(String application, Configuration cluster) throws IOException {
    Path folder = folder(application);
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path place = folder.resolve("embedded-" + ProcessHandle.current().pid() + ".properties");
    try (OutputStream out = Files.newOutputStream(place)) {
      HadoopFile.write(cluster, out);
    }
    folder.toFile().deleteOnExit(); // in the order from the last to the first
    place.toFile().deleteOnExit();
  }

  /** Whether a process that lives has the cluster of this application. */
  static boolean isLive(String application) {
    return files(application).stream().anyMatch(EmbeddedAddress::isAlive);
  }

  /**
   * Whether nothing is left of an application but addresses of processes that are gone, or an empty
   * folder.
   */
  static boolean isStale(String application) {
    return application.startsWith("application_")
        && Files.isReadable(folder(application))
        && files(application).stream()
            .allMatch(
                file -> NAME.matcher(file.getFileName().toString()).matches() && !isAlive(file));
  }

  private static List<Path> files(String application) {
    if (!Files.isDirectory(folder(application))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder(application))) {
      return files.toList();
    } catch (IOException e) {
      return List.of(); // its process ends just now
    }
  }

  /** The configuration for an application: that of its embedded cluster, if it has one. */
  static ClientConfiguration of(String application, ClientConfiguration given) {
    Optional<Path> place = files(application).stream().filter(EmbeddedAddress::isAlive).findFirst();
    try {
      return place.isEmpty() ? given : given.on(HadoopFile.read(place.get()));
    } catch (IOException e) {
      return given; // its process ends just now
    }
  }

  private static boolean isAlive(Path place) {
    Matcher name = NAME.matcher(place.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent();
  }

  private static Path folder(String application) {
    return Path.of(URI.create(UserFolders.localJobs())).resolve(application);
  }
}
