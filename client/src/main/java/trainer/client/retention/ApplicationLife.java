package trainer.client.retention;

import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import trainer.client.local.LocalProcesses;
import trainer.client.submit.Machine;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJobs;

/** Finds out whether applications run, from local processes or from the ResourceManager. */
public final class ApplicationLife {
  private final Configuration hadoop;
  private final Predicate<String> embedded;

  /** Null until an application of a cluster is looked up. */
  private Map<String, Boolean> onYarn;

  /** The known state of an application. */
  enum Life {
    RUNNING,
    OVER,
    UNKNOWN
  }

  /**
   * @param embedded whether an application runs on an embedded cluster of this machine
   */
  public ApplicationLife(Configuration hadoop, Predicate<String> embedded) {
    this.hadoop = hadoop;
    this.embedded = embedded;
  }

  /**
   * Looks an application up.
   *
   * @param host the machine of a local run; empty if it is not recorded
   * @throws trainer.core.failure.FailureException CLUSTER_UNREACHABLE
   */
  Life of(String application, String host) {
    if (application.startsWith("local_")) {
      return local(application, host);
    }
    if (embedded.test(application)) {
      return Life.RUNNING;
    }
    if (onYarn == null) {
      onYarn = YarnJobs.isConfigured(hadoop) ? asked() : Map.of();
    }
    Boolean running = onYarn.get(application);
    return running == null ? Life.UNKNOWN : running ? Life.RUNNING : Life.OVER;
  }

  private Map<String, Boolean> asked() {
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      return YarnJobs.running(yarn);
    }
  }

  private static Life local(String application, String host) {
    if (!host.isEmpty() && !host.equals(Machine.name())) {
      return Life.UNKNOWN;
    }
    if (LocalProcesses.master(application).isPresent()) {
      return Life.RUNNING;
    }
    // The process may be the client, about to start the master, or another one with its number.
    long client = Long.parseLong(application.substring(application.lastIndexOf('_') + 1));
    return ProcessHandle.of(client).isPresent() ? Life.UNKNOWN : Life.OVER;
  }
}
