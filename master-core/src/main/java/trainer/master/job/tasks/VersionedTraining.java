package trainer.master.job.tasks;

import java.util.List;
import java.util.stream.IntStream;
import trainer.core.fact.Fact;
import trainer.core.fact.Speculated;
import trainer.core.input.BlockIndex;
import trainer.core.job.JobState;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobView;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.CommitCoordinator;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.ProgressLog;
import trainer.master.job.training.ShareEvents;
import trainer.master.job.training.TableAggregation;
import trainer.master.job.training.TaskEvents;
import trainer.master.job.training.Training;
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
public final class VersionedTraining implements Training, ShareEvents, TaskEvents {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final TaskCut cut;
  private final VersionSchedule schedule;
  private final int perEpoch;
  private final CommitCoordinator commits;
  private final GradientAdmission reports;
  private final TaskAssignment assignment;
  private final ProgressLog progress;
  private final TableAggregation aggregation;
  private final CheckpointCoordinator checkpoints;

  /** The line under which workers have been sent the tasks that they hold. */
  private long toldUnder;

  /** The version for which the pservers have been sent the order to update rows. */
  private long updating;

  public VersionedTraining(
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
    this.lines = lines;
    this.aggregation = aggregation;
    this.checkpoints = checkpoints;
    JobPlan plan = context.plan();
    this.cut =
        plan.taskSize().isFile()
            ? TaskCut.ofFiles(index)
            : TaskCut.ofBlocks(index.size(), plan.reportBlocks(index.size()));
    this.perEpoch = (int) ((cut.tasks() + (long) plan.gradients() - 1) / plan.gradients());
    this.schedule = new VersionSchedule(plan.steps(), perEpoch);
    this.commits = new CommitCoordinator(context, lifecycle, lines);
    int largest = IntStream.range(0, cut.tasks()).map(cut::size).max().orElse(1);
    this.reports =
        new GradientAdmission(
            context,
            lines,
            (blocks, versions) ->
                new TaskAssignment(context, lifecycle, members, index, cut, blocks, versions),
            (int) Math.min((long) largest * plan.gradients(), index.size()));
    this.assignment = reports.assignment();
    this.progress = new ProgressLog(context, members, tolerance, schedule, this::speculated);
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
  public void taskDone(Member worker, FromMember.TaskDone message) {
    new UnexpectedMessages().taskDone(worker, message);
  }

  @Override
  public void clock(Member worker, FromMember.Clock message) {
    new UnexpectedMessages().clock(worker, message);
  }

  @Override
  public long looksAt() {
    return Long.MAX_VALUE;
  }

  @Override
  public void windowSafe(long upTo) {
    // Gradients are admitted one by one: no window is opened.
  }

  @Override
  public Speculated speculated() {
    return Speculated.NOTHING;
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
  public boolean isReproducible() {
    return true; // all replicas of a partition get the same shares
  }

  @Override
  public boolean hasReturnedWork() {
    return assignment.isAnyReturned();
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
    checkpoints.look(commits.committed());
    long version = commits.committed() + 1;
    if (aggregation.look(schedule.folds(version - 1), version - 1)) {
      if (schedule.isUpdate(version)) {
        update(version);
      } else {
        pass(version);
      }
    }
    progress.look();
  }

  private void update(long version) {
    if (updating != version) {
      updating = version;
      lines.pservers().forEach(this::tellUpdate);
    }
  }

  private void tellUpdate(Member pserver) {
    int phase = schedule.phase(updating);
    context.send(
        pserver.incarnation(),
        new ToMember.UpdateRows(
            context.term(),
            lines.line(),
            updating,
            phase,
            context.history().aggregatesBefore(phase)));
  }

  private void pass(long version) {
    int phase = schedule.phase(version);
    long first = schedule.first(phase);
    if (!assignment.isOpen(first)) {
      Phase.Passes passes = (Phase.Passes) context.spec().model().phases().get(phase);
      assignment.open(first, phase, passes.epochs());
    } else if (toldUnder != lines.line()) {
      assignment.workers().forEach(assignment::returned);
    }
    toldUnder = lines.line();
    if (!reports.isOpen(version)) {
      long epoch = (version - first) / perEpoch;
      boolean isLast = (version - first) % perEpoch == perEpoch - 1;
      int gradients = context.plan().gradients();
      assignment.until((epoch + 1) * cut.tasks());
      reports.open(version, isLast ? cut.tasks() - (perEpoch - 1) * gradients : gradients);
    }
    reports.refill();
    assignment.look(true);
  }

  @Override
  public void complete(Member pserver, FromMember.Complete message) {
    if (isBuilding(message.version())) {
      commits.complete(pserver, message).ifPresent(this::committed);
    }
  }

  @Override
  public void evicted(long pserver) {
    if (isBuilding(commits.committed() + 1)) {
      commits.evicted(pserver).ifPresent(this::committed);
    }
  }

  private boolean isBuilding(long version) {
    return reports.isOpen(version) || updating == version;
  }

  private void committed(Metrics metrics) {
    long version = commits.committed();
    if (!schedule.isUpdate(version)) {
      assignment.included(version);
    }
    reports.stand(version);
    progress.committed(version, metrics);
    checkpoints.committed(progress.now(), schedule.epoch(version));
    lookFinished();
  }

  private void lookFinished() {
    if (commits.committed() == context.history().target() && !isFinished()) {
      context.record(new Fact.FinalVersion(commits.committed()));
    }
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
    commits.forget();
    updating = 0;
    reports.begin(commits.committed());
    lines.open(commits.committed(), commits.lineOfCommitted(), map, reason);
  }

  @Override
  public void resume(long version, long cutUnder, long metricsFrom, List<Metrics> metrics) {
    commits.resume(version, cutUnder);
    reports.begin(version);
    progress.resume(version, metricsFrom, metrics);
    lookFinished();
  }

  @Override
  public void wentBack() {
    updating = 0;
    assignment.close();
    checkpoints.wentBack();
    commits.forget();
    resume(context.history().version(), context.history().lineOfBase(), 0, List.of());
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
      context.record(new Fact.PlanSet(committed, last, by, context.millis()));
    }
  }

  @Override
  public void close() {
    progress.close();
  }

  @Override
  public void reported(Member worker, FromMember.Reported message) {
    reports.reported(worker, message);
  }

  @Override
  public void shareDone(Member worker, FromMember.ShareDone message) {
    reports.done(worker, message);
  }

  @Override
  public boolean shareFailed(Member worker, FromMember.ShareFailed message) {
    reports.failed(worker, message);
    return false;
  }

  @Override
  public void taskFailed(Member worker, FromMember.TaskFailed message) {
    assignment.failed(worker, message);
  }

  @Override
  public void answered(Member worker, long probe) {
    assignment.answered(worker, probe);
  }

  @Override
  public void joined(Member worker) {
    assignment.joined(worker);
  }

  @Override
  public void lost(Member worker, String how) {
    assignment.lost(worker, how);
    reports.gone(worker);
  }

  @Override
  public void left(Member worker) {
    assignment.left(worker);
    reports.gone(worker);
  }

  @Override
  public void returned(Member member) {
    if (member.role() == Role.WORKER) {
      reports.returned(member);
    } else if (!lines.isOpen() || !lines.names(member.incarnation())) {
      return; // the takeover seals it first, or it holds no replica
    } else if (lines.isAwaited(member)) {
      lines.tell(member);
    } else {
      commits.repeat(member);
      if (updating == commits.committed() + 1) {
        tellUpdate(member);
      }
      context.send(member.incarnation(), new ToMember.Seal(context.term(), commits.committed()));
    }
  }

  @Override
  public List<JobView.Task> hands(int most) {
    return assignment.hands(most);
  }
}
