package trainer.master.job.bsp;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.TargetFact;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.master.job.api.JobView;
import trainer.master.job.commit.OrderWindow;
import trainer.master.job.history.JobPlan;
import trainer.master.job.members.Member;
import trainer.master.job.training.CommittedTraining;
import trainer.master.job.training.HeldOutScoring;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.job.training.Share;
import trainer.master.job.training.ShareEvents;
import trainer.master.job.training.TaskEvents;
import trainer.master.job.training.TrainingParts;
import trainer.master.job.training.UnexpectedMessages;
import trainer.master.queue.CompletionTimes;

/**
 * Training in mini-batches, each of which makes a version ({@code trainer.sync=bsp}). All its
 * shares are awaited, the update is committed, and the next version begins.
 *
 * <p>With c the newest committed version, orders are given up to version c+{@value #AHEAD}, so that
 * workers read and decode while they wait. Short mini-batches are ordered further ahead.
 */
public final class BspTraining extends CommittedTraining implements ShareEvents {
  private static final int AHEAD = 3;

  /**
   * The duration below which a mini-batch is short. Up to {@link #TOGETHER} more of these are
   * ordered at once, because orders would be most of their cost. The same blocks are never ordered
   * again while they are at work, because the key list of a share serves one order at a time.
   */
  private static final long SHORT = Duration.ofMillis(25).toNanos();

  private static final int TOGETHER = 8;

  private final PoisonBlocks poisonBlocks;
  private final ShareScheduler scheduler;
  private final ShareTimers timers;
  private final ShareDeadlines deadlines;
  private final OrderWindow window;

  /** Whether pservers serve a version before its commit, so that workers may be ahead of it. */
  private final boolean isExposed;

  /**
   * When the newest version was committed, if one was, and the moving average of the time between
   * commits.
   */
  private long committedAt = Member.NEVER;

  private long took = SHORT;

  /** Makes the training over the blocks of {@code index}. */
  public static BspTraining of(TrainingParts parts, HeldOutScoring validation, BlockIndex index) {
    JobPlan plan = parts.context().plan();
    PoisonBlocks poisonBlocks =
        new PoisonBlocks(parts.lifecycle(), parts.members(), index, plan.tasks().maxFailures());
    ShareTimers timers =
        new ShareTimers(
            new CompletionTimes(
                plan.tasks().timeoutFactor(), plan.tasks().timeoutLeast().toNanos()));
    ShareScheduler scheduler =
        new ShareScheduler(parts.context(), parts.members(), poisonBlocks, timers, index);
    ShareDeadlines deadlines =
        new ShareDeadlines(
            parts.context(), parts.lifecycle(), parts.members(), scheduler, timers, index);
    return new BspTraining(parts, validation, poisonBlocks, scheduler, timers, deadlines);
  }

  private BspTraining(
      TrainingParts parts,
      HeldOutScoring validation,
      PoisonBlocks poisonBlocks,
      ShareScheduler scheduler,
      ShareTimers timers,
      ShareDeadlines deadlines) {
    super(parts, validation, scheduler.schedule(), scheduler::speculated);
    this.poisonBlocks = poisonBlocks;
    this.scheduler = scheduler;
    this.timers = timers;
    this.deadlines = deadlines;
    this.window = new OrderWindow(context);
    this.isExposed = context.plan().training().sync().isExposed();
  }

  @Override
  public ShareEvents shares() {
    return this;
  }

  @Override
  public TaskEvents tasks() {
    return UnexpectedMessages.UNEXPECTED;
  }

  @Override
  public void onJoined(Member worker) {
    // The next reconciliation hands shares to every live worker.
  }

  @Override
  public boolean hasReturnedWork() {
    return scheduler.isAnyReturned();
  }

  @Override
  protected void reconcileOpen() {
    scheduler.handOut();
    checkpoints.reconcile(commits.committed());
    long committed = commits.committed();
    long last = Math.min(context.history().target(), committed + depth(committed));
    for (long version = committed + 1; version <= last && mayFollow(version); version++) {
      if (!scheduler.isOpen(version) && canOpen(version)) {
        window.reach(version);
        open(version);
      }
    }
    timers.building(building(committed), context.nanos());
    deadlines.reconcile();
    scheduler.reconcileStragglers(committed + 1);
    scheduler.handOut();
  }

  /**
   * The version whose shares have deadlines: the next one. While its commit waits for a point of
   * the learning curve that does not get on, it is the one after it, at which a worker may hang.
   */
  private long building(long committed) {
    boolean isWaiting = isHeldByStalledPoint() && scheduler.isComputed(committed + 1);
    return isWaiting && isExposed ? committed + 2 : committed + 1;
  }

  @Override
  protected boolean isBuilding(long version) {
    return scheduler.isOpen(version);
  }

  /**
   * Whether the version before needs no aggregates any more. These are computed when it is
   * committed, so nothing is ordered across them.
   */
  private boolean mayFollow(long version) {
    List<Integer> folds = schedule.folds(version - 1);
    return version == commits.committed() + 1
        ? aggregation.reconcile(folds, version - 1)
        : folds.isEmpty();
  }

  /**
   * Whether this version may be opened now. A row update has to be the next version. A mini-batch
   * may be opened ahead, and needs a live worker.
   */
  private boolean canOpen(long version) {
    return schedule.isUpdate(version)
        ? version == commits.committed() + 1
        : !members.live(Role.WORKER).isEmpty();
  }

  private void open(long version) {
    scheduler.open(version);
    if (schedule.isUpdate(version)) {
      lines.pservers().forEach(pserver -> sendUpdate(pserver, version));
    }
  }

  /**
   * How far orders may run ahead of the committed version. While a suspected block is computed
   * alone, nothing is ordered ahead.
   */
  private int depth(long committed) {
    if (!poisonBlocks.isEmpty()) {
      return 1;
    }
    boolean isDue = scheduler.newest() < committed + AHEAD;
    return isDue && took < SHORT ? AHEAD + Math.min(TOGETHER, schedule.perEpoch() / 4) : AHEAD;
  }

  @Override
  public boolean isReproducible() {
    return true;
  }

  @Override
  protected void voidOrders() {
    scheduler.drop();
    deadlines.drop();
    committedAt = Member.NEVER;
  }

  @Override
  protected void rollBackWork() {
    voidOrders();
  }

  @Override
  protected void resumeAfter(long version) {
    // The next reconciliation opens the version after it.
  }

  @Override
  protected void onCommitted(Metrics metrics) {
    if (committedAt != Member.NEVER) { // the first one waited for more than a mini-batch
      took += (context.nanos() - committedAt - took) / 8;
    }
    committedAt = context.nanos();
    scheduler.close(commits.committed());
    progress.onCommitted(commits.committed(), metrics);
    checkpoints.onCommitted(progress.now(), epoch());
  }

  /**
   * Stops the training early. Ordered versions are finished, and nothing after them is ordered. The
   * first version of the last phase of passes is finished in any case: there is no model before it.
   * A training that goes back to its best version ends there.
   */
  @Override
  public void stop(String by) {
    long committed = commits.committed();
    long last = Math.max(Math.max(schedule.firstOfTheModel(), committed), scheduler.newest());
    if (isFinished() || context.history().isStoppedEarly() || last >= context.history().target()) {
      return; // the training ends by then in any case
    }
    context.record(
        new TargetFact.StopScheduled(
            new Version(committed), new Version(last), by, context.millis()));
    reconcileFinished();
  }

  @Override
  public long nextDeadline() {
    return scheduler.nextDeadline();
  }

  @Override
  public void onWindowSafe(long upTo) {
    window.onDurable(upTo);
  }

  @Override
  public void onShareDone(Member worker, FromWorker.ShareDone message) {
    scheduler.onShareDone(worker, message);
    deadlines.onShareDone(worker);
  }

  /**
   * The data or the user's code failed in a share. A failure on a second worker proves that the
   * worker is not the cause, and the job fails. Until then the share is tried on another worker.
   */
  @Override
  public boolean onShareFailed(Member worker, FromWorker.ShareFailed message) {
    Share share =
        scheduler
            .find(message.line(), message.version().number(), message.share())
            .filter(found -> found.isHeldBy(worker.incarnation()))
            .orElse(null);
    if (share == null) {
      return false;
    }
    if (share.failure(worker.incarnation()) >= 2) {
      lifecycle.fail(poisonBlocks.named(message.failure(), message.block()));
      return false;
    }
    scheduler.takeBack(share, worker);
    return !scheduler.canBeTriedElsewhere(share);
  }

  @Override
  public void onProbeAnswered(Member worker, long probe) {
    deadlines.onProbeAnswered(worker, probe);
    scheduler.onProbeAnswered(worker, probe);
  }

  /** A worker is lost. Its shares keep their keys; another worker computes them. */
  @Override
  public void onLost(Member worker, String how) {
    List<Share> held = scheduler.held(worker);
    onLeft(worker);
    if (poisonBlocks.diedWith(held, worker, how)) {
      voidOrders();
      commits.forget();
      lines.open(
          commits.committed(),
          commits.lineOfCommitted(),
          JobPlan.DEATHS_TOGETHER
              + " workers died that held them: computed alone from here: "
              + poisonBlocks.named());
    }
  }

  @Override
  public void onLeft(Member worker) {
    scheduler.takeBack(worker);
    deadlines.onLost(worker);
  }

  @Override
  protected void repeatToWorker(Member worker) {
    if (isFinished()) {
      return; // early stopping has ended it with later versions ordered, which are void
    }
    scheduler.repeat(worker);
    deadlines.onReconnected(worker);
  }

  @Override
  protected void repeatToPserver(Member pserver) {
    long next = commits.committed() + 1;
    if (scheduler.isOpen(next) && schedule.isUpdate(next)) {
      sendUpdate(pserver, next);
    }
    seal(pserver);
  }

  @Override
  public JobView.Hands assignments(int most) {
    return JobView.Hands.of(deadlines.assignments(most));
  }
}
