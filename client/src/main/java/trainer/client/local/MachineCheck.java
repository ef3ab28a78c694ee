package trainer.client.local;

import java.util.Optional;
import trainer.container.launch.MachineRoom;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.text.Quantity;

/** The check that this machine has room for the processes of a local or embedded run. */
public final class MachineCheck {
  private MachineCheck() {}

  /**
   * Checks the number of processes and their memory.
   *
   * @return a warning if the processes may use more memory than there is; empty otherwise
   * @throws FailureException RESOURCE_TOO_LARGE with the largest number that fits
   */
  public static Optional<String> check(Settings settings, MachineRoom room) {
    long pservers = settings.get(Keys.PSERVERS);
    long workers = settings.get(Keys.WORKERS);
    long masters = settings.get(Keys.STANDBY) ? 2 : 1;
    long processes = masters + pservers + workers;
    if (settings.get(Keys.OVERCOMMIT)) {
      return Optional.empty();
    }
    if (processes > room.processes()) {
      long most = room.processes() - masters - pservers;
      throw most >= 1
          ? refused(room, processes, Keys.WORKERS, most)
          : refused(room, processes, Keys.PSERVERS, room.processes() - masters - 1);
    }
    long memoryMb =
        masters * settings.get(Keys.MASTER_MEMORY_MB)
            + pservers * settings.get(Keys.PSERVER_MEMORY_MB)
            + workers * settings.get(Keys.WORKER_MEMORY_MB);
    return memoryMb <= room.memoryMb()
        ? Optional.empty()
        : Optional.of(
            "the processes may use "
                + Quantity.grouped(memoryMb)
                + " MB together, and this machine has "
                + Quantity.grouped(room.memoryMb())
                + " MB: trainer.{master,pserver,worker}.memory-mb bound it");
  }

  private static FailureException refused(
      MachineRoom room, long processes, Key<Integer> key, long most) {
    return new FailureException(
        FailureKind.RESOURCE_TOO_LARGE,
        Quantity.of(processes, "process", "processes")
            + ", the master among them, are more than the "
            + Quantity.grouped(room.processes())
            + " that this machine has room for ("
            + Quantity.of(room.cores(), "core")
            + ", "
            + Quantity.grouped(room.memoryMb())
            + " MB)",
        key.name(),
        "set it to " + most + " or less, run on a cluster, or set trainer.overcommit=true");
  }
}
