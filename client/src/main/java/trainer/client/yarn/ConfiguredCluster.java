package trainer.client.yarn;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * The check whether the configuration names a cluster. Hadoop's defaults name one on this machine,
 * on which a client would wait eight seconds in vain.
 *
 * <p>A cluster is named by an address of a ResourceManager, wherever that is set ({@code -D},
 * {@code -conf}, a site file). A {@code yarn-site.xml} on the class path also names one, since it
 * may leave the address at its default.
 */
public final class ConfiguredCluster {
  private static final String VARIABLE = "HADOOP_CONF_DIR";
  private static final String SITE = "yarn-site.xml";

  private ConfiguredCluster() {}

  /** The failure of a client without a cluster; empty if one is named. */
  public static Optional<Failure> refusal(Configuration hadoop, Map<String, String> environment) {
    if (YarnJobs.isConfigured(hadoop) || hadoop.getResource(SITE) != null) {
      return Optional.empty();
    }
    String folder = environment.getOrDefault(VARIABLE, "");
    String why =
        folder.isEmpty()
            ? "is not set"
            : new File(folder).isDirectory() ? "holds no " + SITE : "is no folder";
    return Optional.of(
        new Failure(
            FailureKind.CONFIG_INVALID,
            "no cluster is configured: " + VARIABLE + " " + why,
            folder.isEmpty() ? VARIABLE : folder,
            "set it to the folder with the cluster's core-site.xml and "
                + SITE
                + ", or train on this machine with --master local"));
  }
}
