package trainer.container.launch;

import java.util.ArrayList;
import java.util.List;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/**
 * A process to be started.
 *
 * @param java the java executable: a path, or an expression of the shell that runs it
 * @param role the role of the process
 * @param job the job
 * @param index its index in the job
 * @param size its memory and threads
 * @param master {@code host:port}, or null for the master itself
 * @param properties further {@code -D} flags, as {@code name=value}
 */
public record Launch(
    String java,
    Role role,
    JobId job,
    int index,
    JvmSize size,
    String master,
    List<String> properties) {
  public Launch {
    properties = List.copyOf(properties);
  }

  /** The same launch with one more {@code -D} flag. */
  public Launch with(String name, String value) {
    List<String> more = new ArrayList<>(properties);
    more.add(name + "=" + value);
    return new Launch(java, role, job, index, size, master, more);
  }

  /** The name of {@code trainer.java.archive} in a container's working directory. */
  public static final String JAVA_ARCHIVE = "java";

  /**
   * The java executable of a node: in {@code trainer.java.archive}, or in {@code
   * trainer.java.home}, else in the node's JAVA_HOME.
   */
  public static String javaOnNode(Settings settings) {
    String archive = settings.find(Keys.JAVA_ARCHIVE).orElse("");
    if (!archive.isEmpty()) {
      String inner = archive.substring(archive.indexOf('#') + 1);
      return JAVA_ARCHIVE + (inner.isEmpty() ? "" : "/" + inner) + "/bin/java";
    }
    String home = settings.find(Keys.JAVA_HOME).orElse("");
    return (home.isEmpty() ? "{{JAVA_HOME}}" : home) + "/bin/java";
  }

  /** The java executable of this process, for children on the same machine. */
  public static String javaHere() {
    return System.getProperty("java.home") + "/bin/java";
  }

  /** The main class of its role. */
  String mainClass() {
    return switch (role) {
      case MASTER, STANDBY -> "trainer.appmaster.main.AppMasterMain";
      case PSERVER -> "trainer.pserver.main.PserverMain";
      case WORKER -> "trainer.worker.main.WorkerMain";
      case LOGS -> "trainer.container.logs.LogsMain";
    };
  }
}
