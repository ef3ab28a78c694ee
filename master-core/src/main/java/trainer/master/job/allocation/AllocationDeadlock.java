package trainer.master.job.allocation;

import trainer.core.random.SplitMix64;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The way out of a deadlock between two jobs that have not begun and hold containers that the other
 * needs.
 *
 * <p>If a job has some of its containers and is granted no other for {@code
 * trainer.allocation.patience}, it gives all back. It rests for half to one and a half times as
 * long, then asks again. Each round is twice as long as the one before, up to eight times the
 * first. The rest is drawn from the job's id, so that two jobs do not go on in step.
 */
final class AllocationDeadlock {
  private static final int MOST_DOUBLINGS = 3;
  private static final int PARTS = 1024;

  private final JobContext context;
  private int granted;
  private long since = Member.NEVER;
  private int rounds;
  private long resting = Member.NEVER;

  AllocationDeadlock(JobContext context) {
    this.context = context;
  }

  /** Whether the job rests, so that nothing is asked for. */
  boolean isResting() {
    return resting != Member.NEVER && context.nanos() < resting;
  }

  /** Whether the job has given back its containers and not begun since. */
  boolean hasGivenUp() {
    return rounds > 0;
  }

  /** The job has begun; containers that it lacks later are no deadlock. */
  void onBegun() {
    rounds = 0;
  }

  /** The job has all containers that it needs. */
  void onSatisfied() {
    since = Member.NEVER;
  }

  /**
   * The job needs more containers than it has.
   *
   * @param grantedNow the number of containers granted
   * @return whether the job has to give them back
   */
  boolean isOver(int grantedNow) {
    if (grantedNow == 0 || isResting() || since == Member.NEVER || grantedNow != granted) {
      granted = grantedNow;
      since = context.nanos();
      return false;
    }
    if (context.nanos() - since < patience(rounds)) {
      return false;
    }
    since = Member.NEVER;
    resting = context.nanos() + rest(rounds++);
    return true;
  }

  /**
   * The time without a grant after which a round ends. It doubles, so that a slow cluster gets
   * enough time in the end.
   */
  private long patience(int round) {
    return context.plan().containers().allocationPatience().toNanos()
        << Math.min(round, MOST_DOUBLINGS);
  }

  private long rest(int round) {
    long whole = patience(round);
    int part = SplitMix64.of(context.spec().id().toString().hashCode(), round).below(PARTS);
    return whole / 2 + whole / PARTS * part;
  }
}
