package trainer.master.job.allocation;

import trainer.core.random.SplitMix64;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * Keeps two jobs that have not begun from holding each other for ever. One that has some of the
 * containers it needs, and gets none of the others for {@code trainer.allocation.patience}, gives
 * all back, rests for half to one and a half times as long, and asks again; each round is twice as
 * long as the one before, up to eight times. How long exactly it rests is drawn from its id, so
 * that two do not go on in step.
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

  /** Whether nothing is asked for now. */
  boolean isResting() {
    return resting != Member.NEVER && context.nanos() < resting;
  }

  /** Whether it has given back what it had, and not begun since. */
  boolean hasGivenUp() {
    return rounds > 0;
  }

  /** The job has begun: what it lacks from here on is another matter. */
  void begun() {
    rounds = 0;
  }

  /** What it needs is there. */
  void satisfied() {
    since = Member.NEVER;
  }

  /**
   * It needs more than it has.
   *
   * @param grantedNow how many containers it has
   * @return whether it is to give them back
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

  /** A cluster that takes longer than the patience to grant anything has its time in the end. */
  private long patience(int round) {
    return context.plan().allocationPatience() << Math.min(round, MOST_DOUBLINGS);
  }

  private long rest(int round) {
    long whole = patience(round);
    int part = SplitMix64.of(context.spec().id().toString().hashCode(), round).below(PARTS);
    return whole / 2 + whole / PARTS * part;
  }
}
