package trainer.appmaster.main;

import java.util.List;
import java.util.Map;
import trainer.appmaster.run.ContainerCommands;

/** The commands of containers, as {@code trainer.container.launch} builds them. */
final class LaunchCommands {
  private LaunchCommands() {}

  static ContainerCommands of(Given given) {
    return (job, role, index, memoryMb) ->
        new ContainerCommands.Command(List.of("false", given.host()), Map.of());
  }
}
