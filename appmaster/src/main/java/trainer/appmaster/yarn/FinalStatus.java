package trainer.appmaster.yarn;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import trainer.appmaster.loop.Cluster.Ending;
import trainer.core.job.JobState;

/**
 * The end of an application in YARN's terms. The cause comes first, and the text is short enough
 * for YARN to keep it.
 */
final class FinalStatus {
  /** Two of them are below the default of yarn.app.attempt.diagnostics.limit.kc, 64 kB. */
  private static final int LIMIT_BYTES = 31 * 1024;

  private FinalStatus() {}

  static FinalApplicationStatus status(JobState state) {
    return switch (state) {
      case EXITED -> FinalApplicationStatus.SUCCEEDED;
      case KILLED -> FinalApplicationStatus.KILLED;
      default -> FinalApplicationStatus.FAILED;
    };
  }

  static String diagnostics(Ending ending) {
    String cause = ending.failure() == null ? "" : cut(ending.failure().message());
    String details = cut(ending.details());
    return cause + (cause.isEmpty() || details.isEmpty() ? "" : "\n") + details;
  }

  private static String cut(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= LIMIT_BYTES
        ? text
        : new String(bytes, 0, LIMIT_BYTES, StandardCharsets.UTF_8) + "…";
  }
}
