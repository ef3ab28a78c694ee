package trainer.master.job.bsp;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.fact.Speculated;
import trainer.core.input.BlockIndex;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobView;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.CommitCoordinator;
import trainer.master.job.commit.OrderWindow;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.job.training.ProgressLog;
import trainer.master.job.training.Share;
import trainer.master.job.training.ShareEvents;
import trainer.master.job.training.TableAggregation;
import trainer.master.job.training.TaskEvents;
import trainer.master.job.training.Training;
import trainer.master.job.training.UnexpectedMessages;
import trainer.master.queue.CompletionTimes;

/**
 * Training in mini-batches, each of which makes a version ({@code trainer.sync=bsp}). All its
 * shares are awaited, the update is committed, and the next version begins.
 *
 * <p>With c the newest committed version, orders are given up to version c+{@value #AHEAD}, so that
 * workers read and decode while they wait. Short mini-batches are ordered further ahead.
 */
public final class BspTraining implements Training, ShareEvents {
  private static final int AHEAD = 3;

  /**
   * The duration below which a mini-batch is short. Up to {@link #TOGETHER} more of these are
   * ordered at once, because orders would be most of their cost. The same blocks are never ordered
   * again while they are at work, because the key list of a share serves one order at a time.
   */
  private static final long SHORT = Duration.ofMillis(25).toNanos();

  private static final int TOGETHER = 8;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final PoisonBlocks poisonBlocks;
  private final ShareScheduler orders;
  private final ShareTimers clocks;
  private final ShareDeadlines deadlines;
  private final OrderWindow window;
  private final VersionSchedule schedule;
  private final ProgressLog progress;
  private final CommitCoordinator commits;
  private final TableAggregation aggregation;
  private final CheckpointCoordinator checkpoints;

  /**
   * When the newest version was committed, if one was, and the moving average of the time between
   * commits.
   */
  private long committedAt = Member.NEVER;

  private long took = SHORT;

  public BspTraining(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      LineManager lines,
      BadRecordBudget tolerance,
      TableAggregation aggregation,
      CheckpointCoordinator checkpoints,
      BlockIndex index) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.aggregation = aggregation;
    this.checkpoints = checkpoints;
    this.poisonBlocks =
        new PoisonBlocks(lifecycle, members, index, context.plan().taskMaxFailures());
    this.clocks =
        new ShareTimers(
            new CompletionTimes(
                context.plan().taskTimeoutFactor(), context.plan().taskTimeoutLeast()));
    this.orders = new ShareScheduler(context, members, poisonBlocks, clocks, index);
    this.deadlines = new ShareDeadlines(context, lifecycle, members, orders, clocks, index);
    this.window = new OrderWindow(context);
    this.schedule = orders.schedule();
    this.commits = new CommitCoordinator(context, lifecycle, lines);
    this.progress = new ProgressLog(context, members, tolerance, schedule, orders::speculated);
  }

  @Override
  public ShareEvents shares() {
    return this;
  }

  @Override
  public TaskEvents tasks() {
    return new UnexpectedMessages();
  }

  @Override
  public void joined(Member worker) {
    // The next look hands shares to every live worker.
  }

  @Override
  public void resume(long version, long cutUnder, long metricsFrom, List<Metrics> metrics) {
    commits.resume(version, cutUnder);
    progress.resume(version, metricsFrom, metrics);
    lookFinished();
  }

  @Override
  public void wentBack() {
    dropAll();
    checkpoints.wentBack();
    resume(context.history().version(), context.history().lineOfBase(), 0, List.of());
  }

  @Override
  public long versions() {
    return schedule.versions();
  }

  @Override
  public long progress() {
    return commits.committed();
  }

  @Override
  public boolean isFinished() {
    return context.history().isFinal();
  }

  @Override
  public boolean isLastKept() {
    return checkpoints.isLastOver();
  }

  @Override
  public boolean hasReturnedWork() {
    return orders.isAnyReturned();
  }

  @Override
  public void look() {
    if (context.history().state() != JobState.RUNNING
        || lifecycle.isDecided()
        || !lines.isReady()) {
      return;
    }
    if (isFinished()) {
      checkpoints.lookLast(progress.now(), schedule.epoch(commits.committed()));
      return;
    }
    orders.handOut();
    checkpoints.look(commits.committed());
    long committed = commits.committed();
    long last = Math.min(context.history().target(), committed + depth(committed));
    for (long version = committed + 1; version <= last && mayFollow(version); version++) {
      if (!orders.isOpen(version) && canOpen(version)) {
        window.reach(version);
        open(version);
      }
    }
    clocks.building(committed + 1, context.nanos());
    deadlines.look();
    orders.lookForTheSlow(committed + 1);
    orders.handOut();
    progress.look();
  }

  /**
   * Whether the version before needs no aggregates any more. These are computed when it is
   * committed, so nothing is ordered across them.
   */
  private boolean mayFollow(long version) {
    List<Integer> folds = schedule.folds(version - 1);
    return version == commits.committed() + 1
        ? aggregation.look(folds, version - 1)
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
    orders.open(version);
    if (schedule.isUpdate(version)) {
      lines.pservers().forEach(pserver -> tellUpdate(pserver, version));
    }
  }

  private void tellUpdate(Member pserver, long version) {
    int phase = schedule.phase(version);
    context.send(
        pserver.incarnation(),
        new ToMember.UpdateRows(
            context.term(),
            lines.line(),
            version,
            phase,
            context.history().aggregatesBefore(phase)));
  }

  /**
   * How far orders may run ahead of the committed version. While a suspected block is computed
   * alone, nothing is ordered ahead.
   */
  private int depth(long committed) {
    if (!poisonBlocks.isEmpty()) {
      return 1;
    }
    boolean isDue = orders.newest() < committed + AHEAD;
    return isDue && took < SHORT ? AHEAD + Math.min(TOGETHER, schedule.perEpoch() / 4) : AHEAD;
  }

  @Override
  public void complete(Member pserver, FromMember.Complete message) {
    if (orders.isOpen(message.version())) {
      commits.complete(pserver, message).ifPresent(this::committed);
    }
  }

  @Override
  public void evicted(long pserver) {
    if (orders.isOpen(commits.committed() + 1)) {
      commits.evicted(pserver).ifPresent(this::committed);
    }
  }

  @Override
  public boolean isReproducible() {
    return true;
  }

  @Override
  public void commitNothing() {
    commits.nothing();
  }

  @Override
  public void commitAgain() {
    commits.again().ifPresent(this::committed);
  }

  /** Notes the counters first, because a new pserver holds no metrics of earlier versions. */
  @Override
  public void changeMap(PartitionMap map, String reason) {
    progress.close();
    dropAll();
    lines.open(commits.committed(), commits.lineOfCommitted(), map, reason);
  }

  private void dropAll() {
    orders.drop();
    deadlines.drop();
    commits.forget();
    committedAt = Member.NEVER;
  }

  private void committed(Metrics metrics) {
    if (committedAt != Member.NEVER) { // the first one waited for more than a mini-batch
      took += (context.nanos() - committedAt - took) / 8;
    }
    committedAt = context.nanos();
    orders.close(commits.committed());
    progress.committed(commits.committed(), metrics);
    checkpoints.committed(progress.now(), schedule.epoch(commits.committed()));
    lookFinished();
  }

  private void lookFinished() {
    if (commits.committed() == context.history().target() && !isFinished()) {
      context.record(new Fact.FinalVersion(commits.committed()));
    }
  }

  /**
   * Stops the training early. Ordered versions are finished, and nothing after them is ordered. The
   * first version of the last phase of passes is finished in any case: there is no model before it.
   */
  @Override
  public void stop(String by) {
    long committed = commits.committed();
    long last = Math.max(Math.max(schedule.firstOfTheModel(), committed), orders.newest());
    if (isFinished() || last >= context.history().target()) {
      return; // the training ends by then in any case
    }
    context.record(new Fact.PlanSet(committed, last, by, context.millis()));
    lookFinished();
  }

  @Override
  public long looksAt() {
    return orders.looksAt();
  }

  @Override
  public void windowSafe(long upTo) {
    window.safe(upTo);
  }

  @Override
  public Speculated speculated() {
    return orders.speculated();
  }

  @Override
  public void close() {
    progress.close();
  }

  @Override
  public void shareDone(Member worker, FromMember.ShareDone message) {
    orders.done(worker, message);
    deadlines.done(worker);
  }

  /**
   * The data or the user's code failed in a share. A failure on a second worker proves that the
   * worker is not the cause, and the job fails. Until then the share is tried on another worker.
   */
  @Override
  public boolean shareFailed(Member worker, FromMember.ShareFailed message) {
    Share share =
        orders
            .find(message.line(), message.version(), message.share())
            .filter(found -> found.isHeldBy(worker.incarnation()))
            .orElse(null);
    if (share == null) {
      return false;
    }
    if (share.failure(worker.incarnation()) >= 2) {
      lifecycle.fail(poisonBlocks.named(message.failure(), message.block()));
      return false;
    }
    orders.takeBack(share, worker);
    return !orders.canBeTriedElsewhere(share);
  }

  @Override
  public void answered(Member worker, long probe) {
    deadlines.answered(worker, probe);
    orders.answered(worker, probe);
  }

  /** A worker is lost. Its shares keep their keys; another worker computes them. */
  @Override
  public void lost(Member worker, String how) {
    List<Share> held = orders.held(worker);
    left(worker);
    if (poisonBlocks.diedWith(held, worker, how)) {
      dropAll();
      lines.open(
          commits.committed(),
          commits.lineOfCommitted(),
          JobPlan.DEATHS_TOGETHER
              + " workers died that held them: computed alone from here: "
              + poisonBlocks.named());
    }
  }

  @Override
  public void left(Member worker) {
    orders.takeBack(worker);
    deadlines.lost(worker);
  }

  @Override
  public void returned(Member member) {
    if (member.role() == Role.WORKER) {
      orders.repeat(member);
      deadlines.returned(member);
      return;
    }
    if (!lines.isOpen() || !lines.names(member.incarnation())) {
      return; // the takeover seals it first, or it holds no replica
    }
    if (lines.isAwaited(member)) {
      lines.tell(member);
      return;
    }
    commits.repeat(member);
    long next = commits.committed() + 1;
    if (orders.isOpen(next) && schedule.isUpdate(next)) {
      tellUpdate(member, next);
    }
    context.send(member.incarnation(), new ToMember.Seal(context.term(), commits.committed()));
  }

  @Override
  public List<JobView.Task> hands(int most) {
    return deadlines.hands(most);
  }
}
