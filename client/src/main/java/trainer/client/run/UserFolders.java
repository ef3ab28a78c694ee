package trainer.client.run;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import trainer.client.config.ClientConfiguration;

/** The default folders of a user's jobs. */
public final class UserFolders {
  private UserFolders() {}

  /** {@code ~/.trainer/jobs} on this machine, as a URI. */
  public static String localJobs() {
    return localJobs(System.getenv());
  }

  /**
   * The folder in this environment. An empty HOME counts as unset: it would mean the working
   * folder.
   */
  static String localJobs(Map<String, String> environment) {
    String named = environment.getOrDefault("HOME", "");
    String home = named.isEmpty() ? System.getProperty("user.home") : named;
    return "file://" + Path.of(home).toAbsolutePath().resolve(".trainer/jobs");
  }

  /** {@code /user/<user>/.trainer/jobs} on the default file system. */
  public static String jobs(ClientConfiguration configuration, String user) {
    String root = FileSystem.getDefaultUri(configuration.hadoop()).toString();
    return root.replaceAll("/+$", "") + "/user/" + user + "/.trainer/jobs";
  }
}
