package trainer.it.cluster;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

/** What runs on this machine for a job, shells and uploads of logs included. */
public final class JobProcesses {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private JobProcesses() {}

  /** Waits until all have gone: one that was killed, or has lost its master, takes a moment. */
  public static void awaitNoneOf(String jobId) {
    String mark = "-Dtrainer.job=" + jobId + " ";
    await("processes of " + jobId)
        .atMost(PATIENCE)
        .until(
            () -> commandLines().stream().filter(line -> line.contains(mark)).toList(),
            List::isEmpty);
  }

  private static List<String> commandLines() {
    return ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse("")).toList();
  }
}
