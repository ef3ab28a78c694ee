package trainer.master.job.bsp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;
import trainer.master.job.history.BlockTimeouts;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.FailureDetector;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.ProbeTracker;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.job.training.Share;

/**
 * Takes shares of the version being built from workers that are too long at them: the user's code
 * may loop there for ever. Such a worker is replaced, and others are given what it held, under the
 * keys it had: no bit of the model depends on it. One block that runs out of time again and again
 * fails the job; none is ever left out for it.
 *
 * <p>A worker is asked before it is taken for late, see {@link ProbeTracker}. One that is stopped
 * or dead does not answer, which is for {@link FailureDetector} to find and nobody's fault; of one
 * that answers the block is counted that it said last it is at.
 */
final class ShareDeadlines {
  private static final Logger LOG = LoggerFactory.getLogger(ShareDeadlines.class);

  /**
   * So often a worker that is at none of its blocks is asked: it waits for a storage or a pserver,
   * which have their own time to come back, and replacing it would not help.
   */
  private static final int IDLE_ANSWERS = 4;

  private static final long LOOK = Duration.ofMillis(250).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final ShareScheduler orders;
  private final ShareTimers clocks;
  private final BlockIndex index;
  private final ProbeTracker doubts;
  private final Map<Long, Integer> idleAnswers = new HashMap<>();
  private long lookedAt = Member.NEVER;

  ShareDeadlines(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      ShareScheduler orders,
      ShareTimers clocks,
      BlockIndex index) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.orders = orders;
    this.clocks = clocks;
    this.index = index;
    this.doubts = new ProbeTracker(context);
  }

  /** Looks who is late, now and then. */
  void look() {
    long now = context.nanos();
    if (lookedAt != Member.NEVER && now - lookedAt < LOOK) {
      return;
    }
    lookedAt = now;
    for (Member worker : members.live(Role.WORKER)) {
      List<Share> held = building(worker);
      if (!held.isEmpty()
          && now - clocks.deadline(worker.incarnation(), held) >= 0
          && !members.isAnyFull() // then workers wait for room, however often they are asked
          && doubts.isAssured(worker.incarnation(), clocks.building())
          && !lifecycle.isDecided()) {
        late(worker, held);
      }
    }
  }

  private List<Share> building(Member worker) {
    return orders.held(worker).stream()
        .filter(share -> share.version() == clocks.building())
        .toList();
  }

  /** What it holds is taken back first: it is not for its death that others are given it. */
  private void late(Member worker, List<Share> held) {
    int said = stuckAt(worker);
    boolean isNamed = said >= 0;
    int block = isNamed ? said : held.get(0).blocks()[0];
    String where = PoisonBlocks.where(index, block);
    String what = isNamed ? "it is at " + where : "its share begins with " + where;
    orders.takeBack(worker);
    context.record(new Fact.BlockTimedOut(clocks.building(), block));
    members.excuse(worker);
    members.lose(worker, "it takes too long: " + what);
    int times = context.history().timeouts().of(clocks.building(), block);
    LOG.warn("{}: {} ran out of time, {} times so far", context.spec().id(), where, times);
    if (times > context.plan().taskMaxTimeouts()) {
      lifecycle.fail(tooOften(worker, times, isNamed, where));
    }
  }

  private static Failure tooOften(Member worker, int times, boolean isNamed, String where) {
    return new Failure(
        FailureKind.TASK_TIMED_OUT,
        (isNamed ? "this block took" : "a share that begins with this block took")
            + " too long "
            + times
            + (times == 1 ? " time" : " times one after another")
            + "; the last time on "
            + worker.named(),
        where,
        BlockTimeouts.ADVICE);
  }

  /**
   * The block that a worker says it is at, or −1 where it is at none, or at one it was given ahead.
   * It may be one of a share that another worker has finished meanwhile.
   */
  private int stuckAt(Member worker) {
    int said = worker.block();
    List<Share> named = orders.held(worker).stream().filter(share -> share.contains(said)).toList();
    boolean isAhead =
        !named.isEmpty() && named.stream().noneMatch(share -> share.version() == clocks.building());
    return said < 0 || said >= index.size() || isAhead ? -1 : said;
  }

  /** A worker answers a probe. */
  void answered(Member worker, long probe) {
    if (doubts.isAnswer(worker.incarnation(), probe)) {
      clocks.restart(worker.incarnation(), context.nanos());
      boolean isIdle = stuckAt(worker) < 0;
      if (isIdle && idleAnswers.merge(worker.incarnation(), 1, Integer::sum) < IDLE_ANSWERS) {
        doubts.forget(worker.incarnation());
      }
    }
  }

  /** A worker is not late with what it had: it finished some of it. */
  void done(Member worker) {
    doubts.forget(worker.incarnation());
    idleAnswers.remove(worker.incarnation());
  }

  /** Its stream is another. What it has heard it still knows, so its clock goes on. */
  void returned(Member worker) {
    doubts.askAgain(worker.incarnation());
  }

  /** All that workers hold is void. */
  void drop() {
    doubts.clear();
  }

  void lost(Member worker) {
    doubts.forget(worker.incarnation());
    idleAnswers.remove(worker.incarnation());
    clocks.forget(worker.incarnation());
  }

  /** What is in workers' hands, as people see it: a task is a block. */
  List<JobView.Task> hands(int most) {
    List<JobView.Task> hands = new ArrayList<>();
    for (Member worker : members.live(Role.WORKER)) {
      List<Share> building = building(worker);
      long deadline =
          building.isEmpty()
              ? 0
              : context.millisAt(clocks.deadline(worker.incarnation(), building));
      for (Share share : orders.held(worker)) {
        for (int block : share.blocks()) {
          if (hands.size() == most) {
            return hands;
          }
          hands.add(
              new JobView.Task(
                  block,
                  worker.index(),
                  share.version() == clocks.building() ? deadline : 0,
                  context.history().timeouts().of(share.version(), block),
                  share.failures()));
        }
      }
    }
    return hands;
  }
}
