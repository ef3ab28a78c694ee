package trainer.master.fleet;

import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.text.OneLine;

/**
 * The meaning of a container's exit status: YARN's own codes (below 0) and those of processes. No
 * other class interprets them.
 */
public final class ExitCodes {
  private static final int SUCCESS = 0;

  /** Exit status of Java's {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int HEAP_FULL = 3;

  private static final int OUT_OF_MEMORY_ERROR = 52;
  private static final int KILLED = 137;
  private static final int TERMINATED = 143;
  private static final int LOST = 154;
  private static final int ABORTED = -100;
  private static final int DISKS_FAILED = -101;
  private static final int PREEMPTED = -102;
  private static final int VMEM_EXCEEDED = -103;
  private static final int PMEM_EXCEEDED = -104;
  private static final int BY_APPMASTER = -105;
  private static final int BY_RESOURCEMANAGER = -106;
  private static final int AFTER_APP_COMPLETION = -107;
  private static final int BY_CONTAINER_SCHEDULER = -108;
  private static final int EXCESS_LOGS = -109;

  /** The status of a container whose end was not reported; the code that YARN calls invalid. */
  static final int UNKNOWN = -1000;

  private ExitCodes() {}

  /** Whether the cluster took the container for its own reasons, so that it spends no budget. */
  static boolean isFree(int exit) {
    return switch (exit) {
      case ABORTED,
          DISKS_FAILED,
          PREEMPTED,
          BY_APPMASTER,
          BY_RESOURCEMANAGER,
          AFTER_APP_COMPLETION,
          BY_CONTAINER_SCHEDULER,
          LOST ->
          true;
      default -> false;
    };
  }

  /** Whether the process had too little memory. */
  static boolean isOutOfMemory(int exit) {
    return switch (exit) {
      case VMEM_EXCEEDED, PMEM_EXCEEDED, HEAP_FULL, OUT_OF_MEMORY_ERROR -> true;
      default -> false;
    };
  }

  /** Whether its master stopped the container or gave it back. */
  static boolean isByMaster(int exit) {
    return exit == BY_APPMASTER || exit == ABORTED;
  }

  /**
   * The cause of a container's end, as a word of metrics; empty for an end that is no failure:
   * status 0, or an order of the master.
   */
  public static Optional<String> cause(int exit) {
    return switch (exit) {
      case SUCCESS, BY_APPMASTER, AFTER_APP_COMPLETION -> Optional.empty();
      case VMEM_EXCEEDED, PMEM_EXCEEDED, HEAP_FULL, OUT_OF_MEMORY_ERROR ->
          Optional.of("out_of_memory");
      case KILLED -> Optional.of("killed");
      case TERMINATED -> Optional.of("terminated");
      case LOST, ABORTED -> Optional.of("node_lost");
      case DISKS_FAILED -> Optional.of("disks_failed");
      case PREEMPTED -> Optional.of("preempted");
      case BY_RESOURCEMANAGER, BY_CONTAINER_SCHEDULER -> Optional.of("stopped_by_cluster");
      case EXCESS_LOGS -> Optional.of("excess_logs");
      case UNKNOWN -> Optional.of("unknown");
      default -> Optional.of("exit_status");
    };
  }

  /** The failure of a container that the master did not ask to end. */
  static Failure failure(Role role, int exit, String containerId, String host, String diagnostics) {
    String memory = "trainer." + (role.mayLead() ? Role.MASTER : role).word() + ".memory-mb";
    String log = "see the log of " + containerId;
    FailureKind kind = isOutOfMemory(exit) ? FailureKind.OUT_OF_MEMORY : FailureKind.CONTAINER_LOST;
    String advice =
        switch (exit) {
          case VMEM_EXCEEDED, PMEM_EXCEEDED, HEAP_FULL, OUT_OF_MEMORY_ERROR -> more(role, memory);
          case KILLED -> "if nobody killed it, the node ran out of memory: raise " + memory;
          case PREEMPTED -> "use a queue with more guaranteed capacity";
          case DISKS_FAILED -> "have the node's disks looked at";
          case EXCESS_LOGS -> "write less to the log";
          default -> log;
        };
    String what =
        role.word()
            + " "
            + meaning(exit)
            + (diagnostics.isBlank() ? "" : ": " + brief(diagnostics));
    return new Failure(kind, what, containerId + " on " + host, advice);
  }

  private static String more(Role role, String memory) {
    return role == Role.PSERVER
        ? "raise " + memory + ", or trainer.pservers, among which the rows are spread"
        : "raise " + memory;
  }

  private static String meaning(int exit) {
    return switch (exit) {
      case SUCCESS -> "left without having been told to (exit status 0)";
      case HEAP_FULL ->
          "ended as Java does when its heap is full, and hardly anything else (exit status 3)";
      case OUT_OF_MEMORY_ERROR -> "ran out of Java heap (exit status 52)";
      case KILLED -> "was killed (exit status 137)";
      case TERMINATED -> "was terminated (exit status 143)";
      case LOST -> "was lost by its node (exit status 154)";
      case ABORTED -> "was lost with its node (exit status -100)";
      case DISKS_FAILED -> "ended as its node's disks failed (exit status -101)";
      case PREEMPTED -> "was preempted (exit status -102)";
      case VMEM_EXCEEDED -> "exceeded its virtual memory (exit status -103)";
      case PMEM_EXCEEDED -> "exceeded its memory (exit status -104)";
      case BY_APPMASTER -> "was stopped by its master (exit status -105)";
      case BY_RESOURCEMANAGER -> "was stopped by the ResourceManager (exit status -106)";
      case AFTER_APP_COMPLETION -> "was stopped after the application's end (exit status -107)";
      case BY_CONTAINER_SCHEDULER -> "was stopped by its node's scheduler (exit status -108)";
      case EXCESS_LOGS -> "wrote too much to its log (exit status -109)";
      case UNKNOWN -> "ended with an unknown exit status (-1000)";
      default -> "failed with exit status " + exit;
    };
  }

  private static String brief(String diagnostics) {
    String line = OneLine.of(diagnostics);
    return line.length() > 500 ? line.substring(0, 500) + "…" : line;
  }
}
