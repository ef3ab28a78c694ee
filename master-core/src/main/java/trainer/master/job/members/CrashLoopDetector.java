package trainer.master.job.members;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;

/**
 * Ends a crash loop: when processes of a role fail again and again and no version is committed in
 * between, another container would not help. Sooner if it is pservers that run out of memory though
 * they are given more: the next one is to hold the same. What the cluster takes away for its own
 * reasons does not count.
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

  /** A container failed while {@code version} was the newest committed one. */
  public void failed(Failure failure, long version) {
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
            ? Math.max(LEAST_BUDGET, 3 * plan.pservers())
            : Math.max(LEAST_BUDGET, 3 * plan.workers()) + deathsOfABlock(plan);
    if (full > Math.max(1, growths(plan.memoryFactor()))) {
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

  /** A block that workers die of is to be found and named before. */
  private static int deathsOfABlock(JobPlan plan) {
    return JobPlan.DEATHS_TOGETHER + plan.taskMaxFailures();
  }

  /** How often one that runs out of memory is given half as much more. */
  private static int growths(double factor) {
    return (int) Math.ceil(Math.log(factor) / Math.log(1.5) - 1e-6);
  }

  /** What is known of the one that failed last: its exit status comes after its connection. */
  public String lastInWords() {
    return last == null
        ? ""
        : "; one before: " + last.kind() + ": " + last.what() + ", " + last.advice();
  }
}
