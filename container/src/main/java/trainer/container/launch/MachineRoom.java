package trainer.container.launch;

import java.lang.management.ManagementFactory;

/**
 * The processes that one machine can run at once. A run on one machine has no NodeManager that
 * would refuse what does not fit.
 *
 * @param memoryMb for the containers of all processes together
 * @param processes a few a core: with more, each waits for the others
 */
public record MachineRoom(long memoryMb, int processes) {
  private static final int PROCESSES_PER_CORE = 8;
  private static final int LEAST_PROCESSES = 24;

  /** The room of this machine, or of the control group that this process is in. */
  public static MachineRoom here() {
    long bytes =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Long.MAX_VALUE;
    int cores = Runtime.getRuntime().availableProcessors();
    return new MachineRoom(bytes >> 20, Math.max(LEAST_PROCESSES, PROCESSES_PER_CORE * cores));
  }
}
