package trainer.master.job.kernel;

import java.util.HashSet;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * The failures already in the log. Every member of a job reports the same failure from its own
 * location, so kind and text identify a cause and the location does not.
 */
final class LoggedCauses {
  // bounds the log where each member fails with a text of its own
  private static final int MOST = 100;

  private record Cause(FailureKind kind, String what) {}

  private final Set<Cause> logged = new HashSet<>();

  /** Whether the failure is not in the log yet; it counts as logged from here on. */
  boolean isNews(Failure failure) {
    return logged.size() < MOST && logged.add(new Cause(failure.kind(), failure.what()));
  }
}
