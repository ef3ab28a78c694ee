package trainer.client.local;

import trainer.container.launch.MachineRoom;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.text.Quantity;

/** Refuses a local or embedded run whose processes this machine has no room for. */
public final class MachineCheck {
  private final Settings settings;
  private final MachineRoom room;
  private final long pservers;
  private final long workers;

  private MachineCheck(Settings settings, MachineRoom room) {
    this.settings = settings;
    this.room = room;
    this.pservers = settings.get(Keys.PSERVERS);
    this.workers = Math.max(settings.get(Keys.WORKERS), settings.get(Keys.WORKERS_MAX));
  }

  /**
   * Checks.
   *
   * @throws FailureException RESOURCE_TOO_LARGE with the largest number that fits
   */
  public static void check(Settings settings, MachineRoom room) {
    if (!settings.get(Keys.OVERCOMMIT)) {
      new MachineCheck(settings, room).check();
    }
  }

  private void check() {
    if (fits(pservers, workers)) {
      return;
    }
    long most = mostWorkers(pservers);
    throw most >= 1 ? refused(Keys.WORKERS, most) : refused(Keys.PSERVERS, mostPservers());
  }

  private boolean fits(long ofPservers, long ofWorkers) {
    return 1 + ofPservers + ofWorkers <= room.processes()
        && memoryMb(ofPservers, ofWorkers) <= room.memoryMb();
  }

  private long memoryMb(long ofPservers, long ofWorkers) {
    return settings.get(Keys.MASTER_MEMORY_MB)
        + ofPservers * settings.get(Keys.PSERVER_MEMORY_MB)
        + ofWorkers * settings.get(Keys.WORKER_MEMORY_MB);
  }

  private long mostWorkers(long besidePservers) {
    long byMemory =
        (room.memoryMb() - memoryMb(besidePservers, 0)) / settings.get(Keys.WORKER_MEMORY_MB);
    return Math.min(byMemory, room.processes() - 1 - besidePservers);
  }

  /** Beside one worker. */
  private long mostPservers() {
    long byMemory = (room.memoryMb() - memoryMb(0, 1)) / settings.get(Keys.PSERVER_MEMORY_MB);
    return Math.min(byMemory, room.processes() - 2);
  }

  private FailureException refused(Key<Integer> key, long most) {
    return new FailureException(
        FailureKind.RESOURCE_TOO_LARGE,
        "the master, "
            + Quantity.of(pservers, "pserver")
            + " and "
            + Quantity.of(workers, "worker")
            + " are more than this machine has room for: "
            + Quantity.of(1 + pservers + workers, "process", "processes")
            + " of at most "
            + Quantity.grouped(room.processes())
            + ", "
            + Quantity.grouped(memoryMb(pservers, workers))
            + " MB of "
            + Quantity.grouped(room.memoryMb())
            + " MB",
        key.name(),
        (most >= 1
                ? "set it to " + most + " or less"
                : "set trainer.{master,pserver,worker}.memory-mb to less")
            + "; or run on a cluster, or set trainer.overcommit=true");
  }
}
