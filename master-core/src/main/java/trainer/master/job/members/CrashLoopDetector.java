package trainer.master.job.members;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;

/**
 * Fails the job in a crash loop, when another container would not help. While no version is
 * committed, the job fails beyond either limit:
 *
 * <ul>
 *   <li>failures of a role: max(10, 3 × its processes); for workers, plus the deaths that it takes
 *       to identify a block that kills them;
 *   <li>pservers out of memory although each got more: the growths that the memory factor allows,
 *       at least 1. The next pserver would hold the same rows.
 * </ul>
 *
 * <p>The caller does not report containers that the cluster took for its own reasons.
 */
public final class CrashLoopDetector {
  private static final int LEAST_BUDGET = 10;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Role role;
  private long committed;
  private int failures;
  private int full;
  private Failure last;

  public CrashLoopDetector(JobContext context, JobLifecycle lifecycle, Role role) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.role = role;
  }

  /** Counts a failure of a container while {@code version} was the newest committed one. */
  public void onFailed(Failure failure, long version) {
    if (version > committed) {
      committed = version;
      failures = 0;
      full = 0;
    }
    failures++;
    full += role == Role.PSERVER && failure.kind() == FailureKind.OUT_OF_MEMORY ? 1 : 0;
    last = failure;
    JobPlan plan = context.plan();
    int budget =
        role == Role.PSERVER
            ? Math.max(LEAST_BUDGET, 3 * plan.pservers().count())
            : Math.max(LEAST_BUDGET, 3 * plan.workers().count()) + deathsOfABlock(plan);
    if (full > Math.max(1, growths(plan.containers().memoryFactor()))) {
      String what =
          full
              + " pservers ran out of memory before the job came further; the last "
              + failure.what();
      lifecycle.fail(
          new Failure(FailureKind.OUT_OF_MEMORY, what, failure.where(), failure.advice()));
    } else if (failures > budget) {
      lifecycle.fail(
          new Failure(
              role == Role.PSERVER ? FailureKind.PSERVER_LOST : FailureKind.WORKERS_LOST,
              failures
                  + " "
                  + role.word()
                  + "s failed with no progress in between; the last: "
                  + failure.kind()
                  + ": "
                  + failure.what(),
              failure.where(),
              failure.advice()));
    }
  }

  /** Worker deaths after which a block is identified and reported: that must come first. */
  private static int deathsOfABlock(JobPlan plan) {
    return JobPlan.DEATHS_TOGETHER + plan.tasks().maxFailures();
  }

  /** Growths by half until a process has {@code factor} times its memory. */
  private static int growths(double factor) {
    // the tolerance keeps an exact power of 1.5 from being rounded up
    return (int) Math.ceil(Math.log(factor) / Math.log(1.5) - 1e-6);
  }

  /** The newest failure, for messages: the exit status arrives after the connection breaks. */
  public String lastInWords() {
    return last == null
        ? ""
        : "; one before: " + last.kind() + ": " + last.what() + ", " + last.advice();
  }
}
