package trainer.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The newest Java on this machine, if it is new enough: what {@code TRAINER_NEWER_JAVA_HOME} names,
 * else the newest where Linux distributions put them.
 */
final class NewerJava {
  private NewerJava() {}

  static Optional<Path> home() throws IOException {
    return home(Runtime.version().feature() + 1);
  }

  /** The newest Java, if it has at least that version; the running one where that is it. */
  static Optional<Path> home(int least) throws IOException {
    String named = System.getenv("TRAINER_NEWER_JAVA_HOME");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(installed)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(installed)) {
      return homes
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .map(home -> Map.entry(featureOf(home), home))
          .filter(found -> found.getKey() >= least)
          .max(Comparator.comparingInt(Map.Entry::getKey))
          .map(Map.Entry::getValue);
    }
  }

  private static int featureOf(Path home) {
    Properties release = new Properties();
    try (var in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    } catch (IOException e) {
      return 0;
    }
    String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Runtime.Version.parse(version).feature();
  }
}
