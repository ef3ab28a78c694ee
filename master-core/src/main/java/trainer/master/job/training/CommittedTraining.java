package trainer.master.job.training;

import java.util.List;
import java.util.function.Supplier;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.CommitCoordinator;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/**
 * The part of a training that is the same for every kind: versions are committed one after another,
 * counted in the journal, kept as checkpoints, and end with the final version. A kind adds the work
 * of the open version, and the rules by which the version becomes complete.
 */
public abstract class CommittedTraining implements Training {
  protected final JobContext context;
  protected final JobLifecycle lifecycle;
  protected final Membership members;
  protected final LineManager lines;
  protected final TableAggregation aggregation;
  protected final CheckpointCoordinator checkpoints;
  protected final VersionSchedule schedule;
  protected final CommitCoordinator commits;
  protected final ProgressLog progress;
  private final HeldOutScoring validation;

  /** The newest version whose checkpoint was asked for because it is the best. */
  private long bestKept;

  /**
   * @param validation scores versions that are points of the learning curve
   * @param schedule the versions of the whole training
   * @param speculated the counters of speculative execution
   */
  protected CommittedTraining(
      TrainingParts parts,
      HeldOutScoring validation,
      VersionSchedule schedule,
      Supplier<Speculated> speculated) {
    this.context = parts.context();
    this.lifecycle = parts.lifecycle();
    this.members = parts.members();
    this.lines = parts.lines();
    this.aggregation = parts.aggregation();
    this.checkpoints = parts.checkpoints();
    this.schedule = schedule;
    this.validation = validation;
    this.commits = new CommitCoordinator(context, lifecycle, lines, this::mayBeFollowed);
    this.progress = new ProgressLog(context, members, parts.badRecords(), schedule, speculated);
  }

  /** Hands out the work of the open version, as far as possible now. */
  protected abstract void reconcileOpen();

  /** Whether the pservers build this version now, so that they may report it complete. */
  protected abstract boolean isBuilding(long version);

  /** Voids all orders for versions that are not committed: their line has ended. */
  protected abstract void voidOrders();

  /** Forgets the work of the versions that a rollback undoes. */
  protected abstract void rollBackWork();

  /** Training continues after this version, the newest committed one. */
  protected abstract void resumeAfter(long version);

  /** A version has become the newest committed one; it is to be noted and kept. */
  protected abstract void onCommitted(Metrics metrics);

  /** Repeats to a worker with a new stream the orders that it may have missed. */
  protected abstract void repeatToWorker(Member worker);

  /** Repeats to a pserver with a new stream the order for the open version, if there is one. */
  protected abstract void repeatToPserver(Member pserver);

  /** The pass of the newest committed version, from 1. */
  protected int epoch() {
    return schedule.epoch(commits.committed());
  }

  @Override
  public final long versions() {
    return schedule.versions();
  }

  @Override
  public long progress() {
    return commits.committed();
  }

  @Override
  public final boolean isFinished() {
    return context.history().isFinal();
  }

  @Override
  public final boolean isLastKept() {
    return checkpoints.isLastOver();
  }

  @Override
  public final void reconcile() {
    if (context.history().state() != JobState.RUNNING
        || lifecycle.isDecided()
        || !lines.isReady()) {
      return;
    }
    if (context.history().isPastTarget()) {
      return; // it is about to roll back
    }
    reconcileFinished(); // a job may begin with its last version
    if (isFinished()) {
      checkpoints.reconcileLast(progress.now(), epoch());
      return;
    }
    scoreCommitted();
    if (!isFinished()) {
      reconcileOpen();
    }
    progress.reconcile();
  }

  /**
   * Scores the newest committed version if it is a point of the learning curve. The best one is
   * kept before the next version is committed.
   */
  private void scoreCommitted() {
    long committed = commits.committed();
    if (validation.isOwed(schedule, committed)) {
      progress.noteUpTo(committed);
      validation.reconcile(committed);
      return;
    }
    boolean isBest = committed == context.history().earlyStopping().best();
    if (isBest && committed > bestKept && checkpoints.keepBest(progress.now(), epoch())) {
      bestKept = committed;
    }
    commits.reconcile().ifPresent(this::committed);
  }

  /** Whether a point of the learning curve holds back the next commit, and is not getting on. */
  protected final boolean isHeldByStalledPoint() {
    return validation.isOwed(schedule, commits.committed()) && validation.isStalled();
  }

  @Override
  public final boolean mayBeFollowed(long version) {
    return !validation.isOwed(schedule, version)
        && !context.history().isOverfitted()
        && !context.history().isPastTarget();
  }

  @Override
  public final void resume(long version, Line cutUnder, long metricsFrom, List<Metrics> metrics) {
    commits.resume(version, cutUnder);
    resumeAfter(version);
    progress.resume(version, metricsFrom, metrics);
    reconcileFinished();
  }

  @Override
  public final void onRolledBack() {
    rollBackWork();
    bestKept = 0;
    commits.forget();
    checkpoints.onRolledBack();
    resume(context.history().version(), context.history().lineOfBase(), 0, List.of());
  }

  @Override
  public final void onComplete(Member pserver, FromPserver.Complete message) {
    if (isBuilding(message.version().number())) {
      commits.onComplete(pserver, message).ifPresent(this::committed);
    }
  }

  @Override
  public final void onEvicted(Incarnation pserver) {
    if (isBuilding(commits.committed() + 1)) {
      commits.onEvicted(pserver).ifPresent(this::committed);
    }
  }

  @Override
  public final void pauseCommits() {
    commits.pause();
  }

  @Override
  public final void resumeCommits() {
    commits.resume().ifPresent(this::committed);
  }

  /** Notes the counters first, because a new pserver holds no metrics of earlier versions. */
  @Override
  public final void changeMap(PartitionMap map, String reason) {
    progress.close();
    voidOrders();
    commits.forget();
    lines.open(commits.committed(), commits.lineOfCommitted(), map, reason);
  }

  private void committed(Metrics metrics) {
    onCommitted(metrics);
    reconcileFinished();
  }

  /** Records that the training is over, if its last version is committed. */
  protected final void reconcileFinished() {
    boolean isRunning = context.history().state() == JobState.RUNNING;
    if (isRunning && commits.committed() == context.history().target() && !isFinished()) {
      context.record(new ResultFact.FinalVersion(new Version(commits.committed())));
    }
  }

  @Override
  public final void close() {
    progress.close();
  }

  @Override
  public final void onReconnected(Member member) {
    if (member.role() == Role.WORKER) {
      repeatToWorker(member);
    } else if (!lines.isOpen() || !lines.names(member.incarnation())) {
      return; // the takeover seals it first, or it holds no replica
    } else if (lines.isAwaited(member)) {
      lines.sendLine(member);
    } else {
      commits.repeat(member);
      repeatToPserver(member);
    }
  }

  /** Orders the row update of a version from a pserver. */
  protected final void sendUpdate(Member pserver, long version) {
    int phase = schedule.phase(version);
    context.send(
        pserver.incarnation(),
        new ToPserver.UpdateRows(
            context.term(),
            lines.line(),
            new Version(version),
            phase,
            context.history().aggregatesBefore(phase)));
  }

  /** Asks a pserver for the state of its replicas. */
  protected final void seal(Member pserver) {
    context.send(pserver.incarnation(), new ToPserver.Seal(context.term(), commits.committed()));
  }
}
