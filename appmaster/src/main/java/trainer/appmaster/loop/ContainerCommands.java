package trainer.appmaster.loop;

import java.util.List;
import java.util.Map;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

/** The environment and command of a role's process, the same for every kind of cluster. */
public interface ContainerCommands {
  /**
   * The command line and environment of a process.
   *
   * @param line a shell command line, as words
   */
  record Command(List<String> line, Map<String, String> environment) {
    public Command {
      line = List.copyOf(line);
      environment = Map.copyOf(environment);
    }
  }

  /** The command of process {@code index} of a role, in a container of this memory. */
  Command of(JobSpec job, Role role, int index, long memoryMb);
}
