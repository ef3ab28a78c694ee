package trainer.master.job.partitions;

import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The pace of rebuilds: training stands still while a replica moves, and then runs undisturbed for
 * three times as long. So it keeps most of its speed. Replicas on containers that the cluster is
 * going to take do not wait for that.
 */
final class RebuildPacing {
  private static final double REST = 3;

  private final JobContext context;
  private long since = Member.NEVER;
  private long until = Member.NEVER;
  private long version;

  RebuildPacing(JobContext context) {
    this.context = context;
  }

  /** Commits stopped at {@code nanos}; {@code committed} was the newest version. */
  void begin(long nanos, long committed) {
    since = nanos;
    version = committed;
  }

  /** Passes the newest committed version. */
  void onCommitted(long newest) {
    if (since != Member.NEVER && newest > version) {
      until = context.nanos() + (long) (REST * (context.nanos() - since));
      since = Member.NEVER;
    }
  }

  /** Whether training has run undisturbed for long enough. */
  boolean areOver() {
    return since == Member.NEVER && context.nanos() >= until;
  }
}
