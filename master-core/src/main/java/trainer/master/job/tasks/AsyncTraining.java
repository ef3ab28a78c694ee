package trainer.master.job.tasks;

import java.util.List;
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
public final class AsyncTraining implements Training, TaskEvents {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final VersionSchedule schedule;
  private final CommitCoordinator commits;
  private final TaskAssignment assignment;
  private final ProgressLog progress;
  private final TableAggregation aggregation;
  private final CheckpointCoordinator checkpoints;

  /** The version for which the pservers have been sent the order to close it or to update rows. */
  private long told;

  public AsyncTraining(
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
    TaskCut cut = cut(context.plan(), index);
    this.schedule = new VersionSchedule(context.plan().steps(), 1);
    this.commits = new CommitCoordinator(context, lifecycle, lines);
    this.assignment =
        new TaskAssignment(
            context,
            lifecycle,
            members,
            index,
            cut,
            context.plan().stepBlocks(index.size()),
            TaskAssignment.Versions.WHATEVER);
    this.progress = new ProgressLog(context, members, tolerance, schedule, this::speculated);
  }

  private static TaskCut cut(JobPlan plan, BlockIndex index) {
    int blocks = index.size();
    return plan.taskSize().isFile()
        ? TaskCut.ofFiles(index)
        : TaskCut.ofBlocks(
            blocks,
            plan.taskSize().blocksWithoutBarriers(blocks, plan.workers(), plan.stepBlocks(blocks)));
  }

  @Override
  public ShareEvents shares() {
    return new UnexpectedMessages();
  }

  @Override
  public TaskEvents tasks() {
    return this;
  }

  @Override
  public void reported(Member worker, FromMember.Reported message) {
    new UnexpectedMessages().reported(worker, message);
  }

  /** Updates count on arrival, in an order that differs from replica to replica. */
  @Override
  public boolean isReproducible() {
    return false;
  }

  @Override
  public void commitNothing() {
    throw notRebuilt();
  }

  @Override
  public void commitAgain() {
    throw notRebuilt();
  }

  @Override
  public void changeMap(PartitionMap map, String reason) {
    throw notRebuilt();
  }

  private static IllegalStateException notRebuilt() {
    return new IllegalStateException("no replica is rebuilt where updates count on arrival");
  }

  @Override
  public long looksAt() {
    return Long.MAX_VALUE;
  }

  @Override
  public void windowSafe(long upTo) {
    // Tasks are recorded one by one: no window is opened.
  }

  @Override
  public Speculated speculated() {
    return Speculated.NOTHING;
  }

  @Override
  public long versions() {
    return schedule.versions();
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
  public boolean isFinished() {
    return context.history().isFinal();
  }

  @Override
  public boolean isLastKept() {
    return checkpoints.isLastOver();
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
      checkpoints.lookLast(progress.now(), context.history().epoch());
      return;
    }
    long version = commits.committed() + 1;
    if (aggregation.look(schedule.folds(version - 1), version - 1)) {
      if (schedule.isUpdate(version)) {
        tellAll(version);
      } else {
        pass(version);
      }
    }
    progress.look();
  }

  private void pass(long version) {
    if (!assignment.isOpen(version)) {
      int phase = schedule.phase(version);
      Phase.Passes passes = (Phase.Passes) context.spec().model().phases().get(phase);
      assignment.open(version, phase, passes.epochs());
    }
    // A version that pservers are closing is no longer open for a partial checkpoint.
    if (told != version && checkpoints.isDueNow()) {
      checkpoints.cutOpen(progress.now(), context.history().epoch());
    }
    assignment.look(!checkpoints.isBeginning());
    if (assignment.isOver()) {
      tellAll(version);
    }
  }

  private void tellAll(long version) {
    if (told != version) {
      told = version;
      lines.pservers().forEach(this::tell);
    }
  }

  /** Sends the order for the open version: to update rows, or to close it. */
  private void tell(Member pserver) {
    int phase = schedule.phase(told);
    ToMember order =
        schedule.isUpdate(told)
            ? new ToMember.UpdateRows(
                context.term(),
                lines.line(),
                told,
                phase,
                context.history().aggregatesBefore(phase))
            : new ToMember.CloseVersion(context.term(), lines.line(), told);
    context.send(pserver.incarnation(), order);
  }

  @Override
  public void complete(Member pserver, FromMember.Complete message) {
    if (message.version() == told && commits.complete(pserver, message).isPresent()) {
      committed();
    }
  }

  @Override
  public void evicted(long pserver) {
    if (commits.evicted(pserver).isPresent()) {
      committed();
    }
  }

  private void committed() {
    progress.committed(commits.committed(), Metrics.NONE);
    lookFinished();
  }

  @Override
  public void resume(long version, long cutUnder, long metricsFrom, List<Metrics> metrics) {
    commits.resume(version, cutUnder);
    progress.resume(version, metricsFrom, metrics);
    lookFinished();
  }

  @Override
  public void wentBack() {
    told = 0;
    assignment.close();
    checkpoints.wentBack();
    commits.forget();
    resume(context.history().version(), context.history().lineOfBase(), 0, List.of());
  }

  private void lookFinished() {
    if (commits.committed() == context.history().target() && !isFinished()) {
      context.record(new Fact.FinalVersion(commits.committed()));
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
    if (isOver || (last == open && (schedule.isUpdate(open) || told == open))) {
      return; // the training ends by then in any case
    }
    context.record(new Fact.PlanSet(commits.committed(), last, by, context.millis()));
  }

  @Override
  public void close() {
    progress.close();
  }

  @Override
  public void taskDone(Member worker, FromMember.TaskDone message) {
    if (assignment.done(worker, message)) {
      progress.during(context.history().book().metrics(), message.metrics().records());
    }
  }

  @Override
  public void taskFailed(Member worker, FromMember.TaskFailed message) {
    assignment.failed(worker, message);
  }

  @Override
  public void clock(Member worker, FromMember.Clock message) {
    assignment.said(worker, message);
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
  }

  @Override
  public void left(Member worker) {
    assignment.left(worker);
  }

  @Override
  public void returned(Member member) {
    if (member.role() == Role.WORKER) {
      assignment.returned(member);
    } else if (!lines.isOpen() || !lines.names(member.incarnation())) {
      return; // the takeover seals it first, or it holds no replica
    } else if (lines.isAwaited(member)) {
      lines.tell(member);
    } else {
      commits.repeat(member);
      if (told == commits.committed() + 1) {
        tell(member);
      }
    }
  }

  @Override
  public List<JobView.Task> hands(int most) {
    return assignment.hands(most);
  }
}
