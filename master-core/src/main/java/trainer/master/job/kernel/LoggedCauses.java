package trainer.master.job.kernel;

import java.util.HashSet;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * The causes of a job's end that the log holds already. Every member of a job reports the same
 * failure from a place of its own, so kind and clause make a cause, and the place does not.
 */
final class LoggedCauses {
  private static final int MOST = 100;

  private record Cause(FailureKind kind, String what) {}

  private final Set<Cause> logged = new HashSet<>();

  /** Whether this one is not in the log yet; it counts as logged from here on. */
  boolean isNews(Failure failure) {
    return logged.size() < MOST && logged.add(new Cause(failure.kind(), failure.what()));
  }
}
