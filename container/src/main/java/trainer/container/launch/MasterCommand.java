package trainer.container.launch;

import java.util.List;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

/**
 * The command with which a client starts a job's master.
 *
 * @param line to be joined by spaces and given to bash; the form for YARN survives one more shell
 * @param environment in addition to the node's
 */
public record MasterCommand(List<String> line, Map<String, String> environment) {
  /** The process number of the client; the master ends when that process is gone. */
  public static final String CLIENT_PID = "trainer.client.pid";

  /** A few seconds of training, after which the hot methods are known. */
  private static final long TYPICAL_BYTES = 64L << 20;

  /**
   * The command for a container.
   *
   * @param clientPid the process without which the job ends; 0 when it goes on alone
   */
  public static MasterCommand of(JobSpec spec, Settings settings, long clientPid) {
    Launch launch = master(Launch.javaOnNode(settings), spec, size(settings), clientPid);
    CommandLine command = new CommandLine(launch);
    boolean followed = settings.get(Keys.MASTER_ATTEMPTS) > 1;
    return new MasterCommand(
        List.of(followed ? command.followedOnYarn() : command.yarn()), Map.of());
  }

  /**
   * The command for this machine; {@code LOG_DIRS} names its one folder for logs. The cores belong
   * to the workers and pservers. The master has little to compute, and C2 would take longer over it
   * than a small job takes.
   *
   * @param secretFile the 0600 file of the job's secret, in the working directory
   * @param trained the bytes of records trained on, summed over the epochs
   */
  public static MasterCommand ofLocal(
      JobSpec spec, Settings settings, long clientPid, String secretFile, long trained) {
    Launch launch =
        master(Launch.javaHere(), spec, size(settings).quickly(), clientPid)
            .with("trainer.secret.file", secretFile);
    if (trained >= TYPICAL_BYTES) {
      launch = launch.with(ClassSharing.TYPICAL, "true");
    }
    CommandLine command = new CommandLine(launch);
    String line =
        settings.get(Keys.STANDBY)
            ? command.followedShell("$LOG_DIRS")
            : command.shell("$LOG_DIRS");
    return new MasterCommand(List.of(line), command.environment());
  }

  private static Launch master(String java, JobSpec spec, JvmSize size, long clientPid) {
    Launch launch = new Launch(java, Role.MASTER, spec.id(), 0, size, null, List.of());
    return clientPid > 0 ? launch.with(CLIENT_PID, String.valueOf(clientPid)) : launch;
  }

  private static JvmSize size(Settings settings) {
    return new JvmSize(settings.get(Keys.MASTER_MEMORY_MB), settings.get(Keys.MASTER_VCORES));
  }
}
