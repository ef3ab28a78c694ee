package trainer.container.launch;

import java.lang.management.ManagementFactory;

/**
 * The processes of one run that one machine has room for. A run on one machine has no NodeManager
 * that would refuse what does not fit.
 *
 * <p>The memory of a container is the most that its process may use; a process that trains little
 * uses some {@value #RESIDENT_MB} MB of it. These count here, so that small machines run small
 * jobs.
 *
 * @param memoryMb of the machine, or of the control group that this process is in
 * @param cores likewise
 */
public record MachineRoom(long memoryMb, int cores) {
  private static final int RESIDENT_MB = 300;
  private static final int PROCESSES_PER_CORE = 8;
  private static final int LEAST_BY_CORES = 24;

  /** Master, pserver and worker: the smallest run is tried on any machine. */
  private static final int SMALLEST_RUN = 3;

  /** The room of this machine. */
  public static MachineRoom here() {
    long bytes =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Long.MAX_VALUE;
    return new MachineRoom(bytes >> 20, Runtime.getRuntime().availableProcessors());
  }

  /** The most processes, the master among them. */
  public int processes() {
    return Math.min(byMemory(), Math.max(LEAST_BY_CORES, PROCESSES_PER_CORE * cores));
  }

  /** The same, whatever the cores. */
  public int byMemory() {
    return (int) Math.max(SMALLEST_RUN, Math.min(memoryMb / RESIDENT_MB, Integer.MAX_VALUE));
  }
}
