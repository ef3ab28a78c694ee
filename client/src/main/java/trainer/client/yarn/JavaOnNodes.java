package trainer.client.yarn;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.ServiceFailure;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The Java of a cluster's containers, as far as it can be determined before the start. */
public final class JavaOnNodes {
  private static final String SAFE = "/[A-Za-z0-9_./+@-]*";

  private JavaOnNodes() {}

  /**
   * Checks the settings. Returns the configuration with the archive's inner folder filled in.
   *
   * @throws FailureException CONFIG_CONFLICT, CONFIG_INVALID or JAVA_NOT_FOUND
   */
  public static ClientConfiguration check(ClientConfiguration configuration) {
    Settings settings = configuration.settings();
    String home = settings.find(Keys.JAVA_HOME).orElse("");
    String archive = settings.find(Keys.JAVA_ARCHIVE).orElse("");
    if (!home.isEmpty() && !archive.isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "containers cannot run on two Javas",
          Keys.JAVA_HOME + ", " + Keys.JAVA_ARCHIVE,
          "set one of the two");
    }
    if (!home.isEmpty() && !home.matches(SAFE)) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "'" + home + "' is no absolute path of letters, digits and ._+@-",
          Keys.JAVA_HOME.name(),
          "give the folder that holds bin/java on every node");
    }
    return archive.isEmpty()
        ? configuration
        : configuration.with(
            Map.of(Keys.JAVA_ARCHIVE.name(), found(archive, configuration.hadoop())));
  }

  private static String found(String text, Configuration hadoop) {
    int hash = text.indexOf('#');
    Path file = new Path(hash < 0 ? text : text.substring(0, hash));
    try {
      Path absolute = file.getFileSystem(hadoop).makeQualified(file);
      String named = hash < 0 ? null : text.substring(hash + 1);
      return absolute + "#" + JavaArchive.folderIn(absolute, hadoop, named);
    } catch (IOException e) {
      throw ServiceFailure.of(file.toString(), e);
    }
  }

  /** A description of the Java, for the submitter. */
  public static String words(Settings settings) {
    return settings
        .find(Keys.JAVA_ARCHIVE)
        .or(() -> settings.find(Keys.JAVA_HOME))
        .filter(text -> !text.isEmpty())
        .orElse(
            "each node's own JAVA_HOME (where that is older than "
                + JavaArchive.REQUIRED
                + ", set trainer.java.home or trainer.java.archive)");
  }
}
