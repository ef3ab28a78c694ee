package trainer.master.job.tasks;

import trainer.core.fact.Speculated;
import trainer.core.fact.TargetFact;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.job.Phase;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.members.Member;
import trainer.master.job.training.CommittedTraining;
import trainer.master.job.training.HeldOutScoring;
import trainer.master.job.training.ShareEvents;
import trainer.master.job.training.TaskEvents;
import trainer.master.job.training.TrainingParts;
import trainer.master.job.training.UnexpectedMessages;
import trainer.master.queue.TaskCut;

/**
 * Training without versions for workers to wait for ({@code trainer.sync=async}), or with a bound
 * on how far a worker may run ahead ({@code ssp}). Workers are given tasks, and pservers apply
 * their updates on arrival.
 *
 * <p>All passes of a phase make one version. It stays open while tasks are left. When every task of
 * every pass is done, it is closed and committed like a version of mini-batches. So row updates,
 * held-out metrics and the export find committed rows.
 *
 * <p>A new master finds the queue as recorded, and the version open or closed as the pservers hold
 * it; nothing that was applied is undone. If partitions are lost, the job rolls back to the rows
 * and the queue of the newest checkpoint. Tasks that workers held then are to be done again.
 */
public final class AsyncTraining extends CommittedTraining implements TaskEvents {
  private final TaskAssignment assignment;

  /** The version for which the pservers have been sent the order to close it or to update rows. */
  private long ordered;

  /** A training over the blocks of {@code index}. */
  public AsyncTraining(TrainingParts parts, HeldOutScoring validation, BlockIndex index) {
    super(
        parts,
        validation,
        new VersionSchedule(parts.context().plan().steps(), 1),
        () -> Speculated.NOTHING);
    this.assignment =
        new TaskAssignment(
            context,
            lifecycle,
            members,
            index,
            cut(context.plan(), index),
            context.plan().stepBlocks(index.size()),
            TaskVersions.WHATEVER);
  }

  private static TaskCut cut(JobPlan plan, BlockIndex index) {
    int blocks = index.size();
    return plan.tasks().size().isFile()
        ? TaskCut.ofFiles(index)
        : TaskCut.ofUnits(
            index.units(),
            plan.tasks()
                .size()
                .blocksWithoutBarriers(blocks, plan.workers().count(), plan.stepBlocks(blocks)));
  }

  @Override
  public ShareEvents shares() {
    return UnexpectedMessages.UNEXPECTED;
  }

  @Override
  public TaskEvents tasks() {
    return this;
  }

  @Override
  public void onReported(Member worker, FromWorker.Reported message) {
    UnexpectedMessages.UNEXPECTED.onReported(worker, message);
  }

  /** Updates count on arrival, in an order that differs from replica to replica. */
  @Override
  public boolean isReproducible() {
    return false;
  }

  @Override
  public long nextDeadline() {
    return Long.MAX_VALUE;
  }

  @Override
  public void onWindowSafe(long upTo) {
    // Tasks are recorded one by one: no window is opened.
  }

  /**
   * Finished tasks count as progress, because a single version may be open from the first task to
   * the last.
   */
  @Override
  public long progress() {
    return commits.committed() + assignment.finished();
  }

  @Override
  public boolean hasReturnedWork() {
    return assignment.isAnyReturned();
  }

  @Override
  protected void reconcileOpen() {
    long version = commits.committed() + 1;
    if (aggregation.reconcile(schedule.folds(version - 1), version - 1)) {
      if (schedule.isUpdate(version)) {
        sendOrders(version);
      } else {
        pass(version);
      }
    }
  }

  @Override
  protected boolean isBuilding(long version) {
    return version == ordered;
  }

  @Override
  protected void voidOrders() {
    ordered = 0;
  }

  @Override
  protected void rollBackWork() {
    voidOrders();
    assignment.close();
  }

  @Override
  protected void resumeAfter(long version) {
    // The journal holds the queue, and the pservers the open version.
  }

  /** The metrics of the version came task by task. */
  @Override
  protected void onCommitted(Metrics metrics) {
    progress.onCommitted(commits.committed(), Metrics.NONE);
  }

  @Override
  protected int epoch() {
    return context.history().epoch();
  }

  private void pass(long version) {
    if (!assignment.isOpen(version)) {
      int phase = schedule.phase(version);
      Phase.Passes passes = (Phase.Passes) context.spec().model().phases().get(phase);
      assignment.open(version, phase, passes.epochs());
    }
    // A version that pservers are closing is no longer open for a partial checkpoint.
    if (ordered != version && checkpoints.isDueNow()) {
      checkpoints.cutOpen(progress.now(), context.history().epoch());
    }
    assignment.reconcile(!checkpoints.isBeginning());
    if (assignment.isOver()) {
      sendOrders(version);
    }
  }

  private void sendOrders(long version) {
    if (ordered != version) {
      ordered = version;
      lines.pservers().forEach(this::sendOrder);
    }
  }

  /** Sends the order for the open version: to update rows, or to close it. */
  private void sendOrder(Member pserver) {
    if (schedule.isUpdate(ordered)) {
      sendUpdate(pserver, ordered);
    } else {
      context.send(
          pserver.incarnation(),
          new ToPserver.CloseVersion(context.term(), lines.line(), new Version(ordered)));
    }
  }

  /**
   * Stops the training early. The tasks that workers hold are finished, at least one task of the
   * last phase of passes, and no other is given.
   */
  @Override
  public void stop(String by) {
    long open = commits.committed() + 1;
    long last = Math.max(schedule.firstOfTheModel(), open);
    boolean isOver = isFinished() || last > context.history().target();
    if (isOver || (last == open && (schedule.isUpdate(open) || ordered == open))) {
      return; // the training ends by then in any case
    }
    context.record(
        new TargetFact.StopScheduled(
            new Version(commits.committed()), new Version(last), by, context.millis()));
  }

  @Override
  public void onTaskDone(Member worker, FromWorker.TaskDone message) {
    if (assignment.onTaskDone(worker, message)) {
      progress.during(
          context.history().queueHistory().pass().metrics(), message.metrics().records());
    }
  }

  @Override
  public void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    assignment.onTaskFailed(worker, message);
  }

  @Override
  public void onClock(Member worker, FromWorker.Clock message) {
    assignment.onClock(worker, message);
  }

  @Override
  public void onFileWritten(Member worker, FromWorker.FileWritten message) {
    UnexpectedMessages.UNEXPECTED.onFileWritten(worker, message);
  }

  @Override
  public void onProbeAnswered(Member worker, long probe) {
    assignment.onProbeAnswered(worker, probe);
  }

  @Override
  public void onJoined(Member worker) {
    assignment.onJoined(worker);
  }

  @Override
  public void onLost(Member worker, String how) {
    assignment.onLost(worker, how);
  }

  @Override
  public void onLeft(Member worker) {
    assignment.onLeft(worker);
  }

  @Override
  protected void repeatToWorker(Member worker) {
    assignment.onReconnected(worker);
  }

  @Override
  protected void repeatToPserver(Member pserver) {
    if (ordered == commits.committed() + 1) {
      sendOrder(pserver);
    }
  }

  @Override
  public JobView.Hands assignments(int most) {
    return assignment.hands(most);
  }
}
