package trainer.container.launch;

import java.lang.management.ManagementFactory;

/**
 * The number of processes of one run that fit on this machine. A local run has no NodeManager that
 * would refuse an excess.
 *
 * <p>A container's memory is an upper bound; a process that trains little uses some {@value
 * #RESIDENT_MB} MB of it. This class counts the latter, so that small machines can run small jobs.
 *
 * @param memoryMb of the machine, or of the control group of this process
 * @param cores likewise
 */
public record MachineRoom(long memoryMb, int cores) {
  private static final int RESIDENT_MB = 300;
  private static final int PROCESSES_PER_CORE = 8;
  private static final int LEAST_BY_CORES = 24;

  /** Master, pserver and worker: the smallest run is tried on any machine. */
  private static final int SMALLEST_RUN = 3;

  /** The capacity of this machine. */
  public static MachineRoom here() {
    long bytes =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Long.MAX_VALUE;
    return new MachineRoom(bytes >> 20, Runtime.getRuntime().availableProcessors());
  }

  /** The largest number of processes, the master included. */
  public int processes() {
    return Math.min(byMemory(), Math.max(LEAST_BY_CORES, PROCESSES_PER_CORE * cores));
  }

  /** The largest number of processes by memory alone. */
  public int byMemory() {
    return (int) Math.max(SMALLEST_RUN, Math.min(memoryMb / RESIDENT_MB, Integer.MAX_VALUE));
  }
}
