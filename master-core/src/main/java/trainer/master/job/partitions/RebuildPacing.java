package trainer.master.job.partitions;

import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * How long training stands still for what comes to another place, and so when the next may: it goes
 * on undisturbed for three times as long, so that it keeps most of its pace meanwhile. What the
 * cluster is going to take does not wait for that.
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

  /** From {@code nanos} on nothing was committed; {@code committed} was the newest version. */
  void begin(long nanos, long committed) {
    since = nanos;
    version = committed;
  }

  /** This version is the newest committed one. */
  void committed(long newest) {
    if (since != Member.NEVER && newest > version) {
      until = context.nanos() + (long) (REST * (context.nanos() - since));
      since = Member.NEVER;
    }
  }

  /** Whether training has had its time. */
  boolean areOver() {
    return since == Member.NEVER && context.nanos() >= until;
  }
}
