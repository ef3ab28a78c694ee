package trainer.master.job.bsp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
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
 * The deadlines of workers at shares of the version being built: the user's code may loop for ever.
 * An overdue worker is replaced, and its shares are given to others under the same keys, so the
 * model does not depend on it. A block that times out too often fails the job; no block is ever
 * left out.
 *
 * <p>A worker is probed before it counts as overdue, see {@link ProbeTracker}. A worker that is
 * stopped or dead does not answer; finding it is the task of {@link FailureDetector}, and no block
 * is to blame. If the worker answers, the timeout counts for the block that it reported last.
 */
final class ShareDeadlines {
  private static final Logger LOG = LoggerFactory.getLogger(ShareDeadlines.class);

  /**
   * The number of probes for a worker that is at none of its blocks. It waits for a storage or a
   * pserver; these have their own time to come back, and a replacement would wait as well.
   */
  private static final int IDLE_ANSWERS = 4;

  private static final long CHECK_INTERVAL = Duration.ofMillis(250).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final ShareScheduler scheduler;
  private final ShareTimers timers;
  private final BlockIndex index;
  private final ProbeTracker probes;
  private final Map<Incarnation, Integer> idleAnswers = new HashMap<>();
  private long checkedAt = Member.NEVER;

  ShareDeadlines(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      ShareScheduler scheduler,
      ShareTimers timers,
      BlockIndex index) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.scheduler = scheduler;
    this.timers = timers;
    this.index = index;
    this.probes = new ProbeTracker(context);
  }

  /** Finds overdue workers, at most once per {@link #CHECK_INTERVAL}. */
  void reconcile() {
    long now = context.nanos();
    if (checkedAt != Member.NEVER && now - checkedAt < CHECK_INTERVAL) {
      return;
    }
    checkedAt = now;
    for (Member worker : members.live(Role.WORKER)) {
      List<Share> held = building(worker);
      if (!held.isEmpty()
          && now - timers.deadline(worker.incarnation(), held) >= 0
          && !members.isAnyFull() // while a pserver is short of memory, workers only wait
          && probes.isAssured(worker.incarnation(), timers.building())
          && !lifecycle.isDecided()) {
        late(worker, held);
      }
    }
  }

  private List<Share> building(Member worker) {
    return scheduler.held(worker).stream()
        .filter(share -> share.version() == timers.building())
        .toList();
  }

  /**
   * Replaces an overdue worker. Its shares are taken back first, so that its death is not counted
   * against them.
   */
  private void late(Member worker, List<Share> held) {
    int stuck = stuckAt(worker);
    boolean isNamed = stuck >= 0;
    int block = isNamed ? stuck : held.get(0).blocks()[0];
    String where = PoisonBlocks.where(index, block);
    String what = isNamed ? "it is at " + where : "its share begins with " + where;
    scheduler.takeBack(worker);
    context.record(new TrainingFact.BlockTimedOut(new Version(timers.building()), block));
    members.excuse(worker);
    members.lose(worker, "it takes too long: " + what);
    int times = context.history().timeouts().of(timers.building(), block);
    LOG.warn("{}: {} ran out of time, {} times so far", context.spec().id(), where, times);
    if (times > context.plan().tasks().maxTimeouts()) {
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
   * The block that a worker reported last, or −1 if it is at none or at one ordered ahead. The
   * block may belong to a share that another worker has finished meanwhile.
   */
  private int stuckAt(Member worker) {
    int reported = worker.block();
    List<Share> named =
        scheduler.held(worker).stream().filter(share -> share.contains(reported)).toList();
    boolean isAhead =
        !named.isEmpty() && named.stream().noneMatch(share -> share.version() == timers.building());
    return reported < 0 || reported >= index.size() || isAhead ? -1 : reported;
  }

  /** A worker answers a probe. */
  void onProbeAnswered(Member worker, long probe) {
    if (probes.isAnswer(worker.incarnation(), probe)) {
      timers.restart(worker.incarnation(), context.nanos());
      boolean isIdle = stuckAt(worker) < 0;
      if (isIdle && idleAnswers.merge(worker.incarnation(), 1, Integer::sum) < IDLE_ANSWERS) {
        probes.forget(worker.incarnation());
      }
    }
  }

  /** A worker has finished a share, so its probe is obsolete. */
  void onShareDone(Member worker) {
    probes.forget(worker.incarnation());
    idleAnswers.remove(worker.incarnation());
  }

  /**
   * A worker has a new stream, so its probe may be lost. Its timer goes on, because it still has
   * its orders.
   */
  void onReconnected(Member worker) {
    probes.askAgain(worker.incarnation());
  }

  /** All shares are void. */
  void drop() {
    probes.clear();
  }

  void onLost(Member worker) {
    probes.forget(worker.incarnation());
    idleAnswers.remove(worker.incarnation());
    timers.forget(worker.incarnation());
  }

  /** The blocks that workers hold, for the job view; a block counts as a task. */
  List<JobView.Task> assignments(int most) {
    List<JobView.Task> assignments = new ArrayList<>();
    for (Member worker : members.live(Role.WORKER)) {
      List<Share> building = building(worker);
      long deadline =
          building.isEmpty()
              ? 0
              : context.millisAt(timers.deadline(worker.incarnation(), building));
      for (Share share : scheduler.held(worker)) {
        for (int block : share.blocks()) {
          if (assignments.size() == most) {
            return assignments;
          }
          assignments.add(
              new JobView.Task(
                  block,
                  worker.index(),
                  share.version() == timers.building() ? deadline : 0,
                  context.history().timeouts().of(share.version(), block),
                  share.failures()));
        }
      }
    }
    return assignments;
  }
}
