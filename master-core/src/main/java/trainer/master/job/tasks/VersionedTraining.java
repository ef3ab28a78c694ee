package trainer.master.job.tasks;

import java.util.stream.IntStream;
import trainer.core.fact.Speculated;
import trainer.core.fact.TargetFact;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.job.Phase;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
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
 * Training in versions of a fixed number of gradients, in order of arrival ({@code
 * trainer.sync=versioned}). Workers are given tasks, and each computes one on the newest version
 * that it has been sent. The first {@code trainer.versioned.gradients} reports make the next
 * version, see {@link GradientAdmission}. From there on a version is handled as under {@code bsp}:
 * its shares are added up, and it is committed. Until then a new line undoes it.
 *
 * <p>An epoch has ⌈tasks / gradients⌉ versions; the last one has the remaining gradients. The tasks
 * of the next epoch are given when that version is committed. A version holds a task once, so no
 * version has more blocks than the input.
 */
public final class VersionedTraining extends CommittedTraining implements ShareEvents, TaskEvents {
  private final TaskCut cut;
  private final int perEpoch;
  private final GradientAdmission reports;
  private final TaskAssignment assignment;

  /** The line under which workers have been sent the tasks that they hold. */
  private long sentUnder;

  /** The version for which the pservers have been sent the order to update rows. */
  private long updating;

  /** Makes the training over the blocks of {@code index}. */
  public static VersionedTraining of(
      TrainingParts parts, HeldOutScoring validation, BlockIndex index) {
    JobPlan plan = parts.context().plan();
    TaskCut cut =
        plan.tasks().size().isFile()
            ? TaskCut.ofFiles(index)
            : TaskCut.ofBlocks(index.size(), plan.reportBlocks(index.size()));
    int perEpoch =
        (int)
            ((cut.tasks() + (long) plan.training().sync().gradients() - 1)
                / plan.training().sync().gradients());
    return new VersionedTraining(parts, validation, index, cut, perEpoch);
  }

  private VersionedTraining(
      TrainingParts parts, HeldOutScoring validation, BlockIndex index, TaskCut cut, int perEpoch) {
    super(
        parts,
        validation,
        new VersionSchedule(parts.context().plan().steps(), perEpoch),
        () -> Speculated.NOTHING);
    this.cut = cut;
    this.perEpoch = perEpoch;
    int largest = IntStream.range(0, cut.tasks()).map(cut::size).max().orElse(1);
    this.reports =
        new GradientAdmission(
            context,
            lines,
            (blocks, versions) ->
                new TaskAssignment(context, lifecycle, members, index, cut, blocks, versions),
            (int)
                Math.min(
                    (long) largest * context.plan().training().sync().gradients(), index.size()));
    this.assignment = reports.assignment();
  }

  @Override
  public ShareEvents shares() {
    return this;
  }

  @Override
  public TaskEvents tasks() {
    return this;
  }

  @Override
  public void onTaskDone(Member worker, FromWorker.TaskDone message) {
    UnexpectedMessages.UNEXPECTED.onTaskDone(worker, message);
  }

  @Override
  public void onClock(Member worker, FromWorker.Clock message) {
    UnexpectedMessages.UNEXPECTED.onClock(worker, message);
  }

  @Override
  public long nextDeadline() {
    return Long.MAX_VALUE;
  }

  @Override
  public void onWindowSafe(long upTo) {
    // Gradients are admitted one by one: no window is opened.
  }

  @Override
  public boolean isReproducible() {
    return true; // all replicas of a partition get the same shares
  }

  @Override
  public boolean hasReturnedWork() {
    return assignment.isAnyReturned();
  }

  @Override
  protected void reconcileOpen() {
    checkpoints.reconcile(commits.committed());
    long version = commits.committed() + 1;
    if (aggregation.reconcile(schedule.folds(version - 1), version - 1)) {
      if (schedule.isUpdate(version)) {
        update(version);
      } else {
        pass(version);
      }
    }
  }

  private void update(long version) {
    if (updating != version) {
      updating = version;
      lines.pservers().forEach(pserver -> sendUpdate(pserver, version));
    }
  }

  private void pass(long version) {
    int phase = schedule.phase(version);
    long first = schedule.first(phase);
    if (!assignment.isOpen(first)) {
      Phase.Passes passes = (Phase.Passes) context.spec().model().phases().get(phase);
      assignment.open(first, phase, passes.epochs());
    } else if (sentUnder != lines.line().number()) {
      assignment.workers().forEach(assignment::onReconnected);
    }
    sentUnder = lines.line().number();
    if (!reports.isOpen(version)) {
      long epoch = (version - first) / perEpoch;
      boolean isLast = (version - first) % perEpoch == perEpoch - 1;
      int gradients = context.plan().training().sync().gradients();
      assignment.until((epoch + 1) * cut.tasks());
      reports.open(version, isLast ? cut.tasks() - (perEpoch - 1) * gradients : gradients);
    }
    reports.refill();
    assignment.reconcile(true);
  }

  @Override
  protected boolean isBuilding(long version) {
    return reports.isOpen(version) || updating == version;
  }

  @Override
  protected void voidOrders() {
    updating = 0;
    reports.begin(commits.committed());
  }

  @Override
  protected void rollBackWork() {
    updating = 0;
    assignment.close();
  }

  @Override
  protected void resumeAfter(long version) {
    reports.begin(version);
  }

  @Override
  protected void onCommitted(Metrics metrics) {
    long version = commits.committed();
    if (!schedule.isUpdate(version)) {
      assignment.onIncluded(version);
    }
    reports.onCommitted(version);
    progress.onCommitted(version, metrics);
    checkpoints.onCommitted(progress.now(), epoch());
  }

  /**
   * Stops the training early: the version being built is the last one, or the first version that
   * there is a model of.
   */
  @Override
  public void stop(String by) {
    long committed = commits.committed();
    long last = Math.max(schedule.firstOfTheModel(), committed + 1);
    if (!isFinished() && last < context.history().target()) {
      context.record(
          new TargetFact.StopScheduled(
              new Version(committed), new Version(last), by, context.millis()));
    }
  }

  @Override
  public void onReported(Member worker, FromWorker.Reported message) {
    reports.onReported(worker, message);
  }

  @Override
  public void onShareDone(Member worker, FromWorker.ShareDone message) {
    reports.onShareDone(worker, message);
  }

  @Override
  public boolean onShareFailed(Member worker, FromWorker.ShareFailed message) {
    reports.onShareFailed(worker, message);
    return false;
  }

  @Override
  public void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    assignment.onTaskFailed(worker, message);
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
    reports.onLeft(worker);
  }

  @Override
  public void onLeft(Member worker) {
    assignment.onLeft(worker);
    reports.onLeft(worker);
  }

  @Override
  protected void repeatToWorker(Member worker) {
    reports.onReconnected(worker);
  }

  @Override
  protected void repeatToPserver(Member pserver) {
    if (updating == commits.committed() + 1) {
      sendUpdate(pserver, updating);
    }
    seal(pserver);
  }

  @Override
  public JobView.Hands assignments(int most) {
    return assignment.hands(most);
  }
}
