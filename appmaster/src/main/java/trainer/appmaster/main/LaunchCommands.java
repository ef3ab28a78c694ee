package trainer.appmaster.main;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import trainer.appmaster.local.LocalContainers;
import trainer.appmaster.loop.ContainerCommands;
import trainer.container.launch.CommandLine;
import trainer.container.launch.JvmSize;
import trainer.container.launch.Launch;
import trainer.container.launch.MasterCommand;
import trainer.container.secret.Secrets;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

/**
 * The commands of pservers, workers and standbys, in the syntax of {@code
 * trainer.container.launch}.
 *
 * @param master the address on which the leading master listens, {@code host:port}
 * @param onCluster whether YARN starts the processes, rather than this process
 */
record LaunchCommands(Supplier<String> master, boolean onCluster) implements ContainerCommands {
  private static final String LOCAL_LOGS = "$LOG_DIRS";

  @Override
  public Command of(JobSpec job, Role role, int index, long memoryMb) {
    Settings settings = Settings.of(job.settings());
    int memory = Math.toIntExact(memoryMb);
    JvmSize size = size(settings, role, memory);
    String java = onCluster ? Launch.javaOnNode(settings) : Launch.javaHere();
    Launch launch =
        boundToClient(new Launch(java, role, job.id(), index, size, master.get(), List.of()));
    if (onCluster) {
      CommandLine line = new CommandLine(launch);
      return role == Role.STANDBY
          ? new Command(List.of(line.followedOnYarn()), behindProxy())
          : new Command(List.of(line.yarn()), Map.of());
    }
    CommandLine line =
        new CommandLine(launch.with(Secrets.FILE_PROPERTY, LocalContainers.SECRET_FILE));
    String shell = role == Role.STANDBY ? line.followedShell(LOCAL_LOGS) : line.shell(LOCAL_LOGS);
    return new Command(List.of(shell), line.environment());
  }

  /** The path of the application's page behind YARN's proxy; YARN gives it to attempts alone. */
  private static Map<String, String> behindProxy() {
    String name = ApplicationConstants.APPLICATION_WEB_PROXY_BASE_ENV;
    String path = System.getenv(name);
    return path == null ? Map.of() : Map.of(name, path);
  }

  private JvmSize size(Settings settings, Role role, int memory) {
    return switch (role) {
      case PSERVER -> new JvmSize(memory, settings.get(Keys.PSERVER_VCORES)).keepingMuch();
      case STANDBY -> {
        JvmSize master = new JvmSize(memory, settings.get(Keys.MASTER_VCORES));
        yield onCluster ? master : master.quickly();
      }
      default ->
          new JvmSize(
              memory - settings.get(Keys.WORKER_NATIVE_MB), settings.get(Keys.WORKER_VCORES));
    };
  }

  /** Binds a process to the client's lifetime if this master is bound to it. */
  private static Launch boundToClient(Launch launch) {
    String client = System.getProperty(MasterCommand.CLIENT_PID);
    return client == null ? launch : launch.with(MasterCommand.CLIENT_PID, client);
  }
}
