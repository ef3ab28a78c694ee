package trainer.container.identity;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import trainer.container.session.HostPort;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/**
 * The identity of this process, from its command line and environment.
 *
 * @param role the role of the process
 * @param job the job
 * @param index its index among the processes of its role
 * @param master the address of its master; null for the master itself
 * @param containerId YARN's, or the local run's
 * @param host the host name under which other processes reach it
 * @param logDir the folder of stdout, stderr and log
 * @param localDirs folders for scratch files
 */
public record Identity(
    Role role,
    JobId job,
    int index,
    HostPort master,
    String containerId,
    String host,
    Path logDir,
    List<Path> localDirs) {
  public Identity {
    localDirs = List.copyOf(localDirs);
  }

  /** Reads the identity from system properties and environment. */
  public static Identity of(Properties properties, Map<String, String> environment) {
    String master = properties.getProperty("trainer.master");
    String logDir = properties.getProperty("trainer.log.dir");
    return new Identity(
        Role.ofWord(needed(properties.getProperty("trainer.role"), "-Dtrainer.role")),
        JobId.parse(needed(properties.getProperty("trainer.job"), "-Dtrainer.job")),
        Integer.parseInt(properties.getProperty("trainer.index", "0")),
        master == null ? null : HostPort.parse(master),
        needed(environment.get("CONTAINER_ID"), "CONTAINER_ID"),
        environment.getOrDefault("NM_HOST", "localhost"),
        Path.of(logDir == null ? firstOf(environment.get("LOG_DIRS")) : logDir),
        pathsOf(environment.getOrDefault("LOCAL_DIRS", "")));
  }

  /** The identity under which this process registers with its master. */
  public FromMember.Identity ofMember() {
    return new FromMember.Identity(role, index, containerId, ProcessHandle.current().pid());
  }

  private static String firstOf(String dirs) {
    return dirs == null || dirs.isEmpty() ? "." : dirs.split(",", 2)[0];
  }

  private static List<Path> pathsOf(String dirs) {
    return Arrays.stream(dirs.split(",", -1)).filter(dir -> !dir.isEmpty()).map(Path::of).toList();
  }

  private static String needed(String value, String name) {
    if (value == null) {
      throw new IllegalArgumentException(
          name + " is missing: processes of a job are started by their master only");
    }
    return value;
  }
}
