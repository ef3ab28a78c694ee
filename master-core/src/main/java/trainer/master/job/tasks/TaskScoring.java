package trainer.master.job.tasks;

import trainer.core.config.Settings;
import trainer.core.fact.ResultFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.TaskEvents;
import trainer.master.job.training.TrainingParts;
import trainer.master.job.training.UnexpectedMessages;
import trainer.master.queue.TaskCut;

/**
 * The work of a job that trains nothing: one pass over the input, by tasks, which scores or imports
 * each record. There are no versions to commit; the whole pass counts as version 1.
 *
 * <p>A worker puts the rows of its finished tasks into a file. The tasks are done when that file
 * counts, see {@link FileAdmission}. The tasks do not depend on the workers, so the output's rows
 * and their digests do not either.
 */
public final class TaskScoring extends WorkOnTrainedModel implements TaskEvents {
  private static final long VERSION = 1;

  /**
   * The tasks of a small input, so that many workers share it, and that a task of a slow model does
   * not take minutes.
   */
  private static final int FEWEST_TASKS = 4096;

  /** The same for models of other programs, which take milliseconds a record. */
  private static final int FEWEST_FOREIGN_TASKS = 65_536;

  /**
   * The input of a task of a large one: some tenths of a second, so that its assignment is cheap.
   */
  private static final long TASK_BYTES = 8L << 20;

  /** The files of an import, whose names have the order of the input by five digits. */
  private static final int MOST_FILES = 100_000;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final BadRecordBudget badRecords;
  private final LineManager lines;
  private final TaskAssignment assignment;
  private final FileAdmission files;
  private long written;

  /** The scoring of the blocks of {@code index}. */
  public TaskScoring(TrainingParts parts, BlockIndex index) {
    this.context = parts.context();
    this.lifecycle = parts.lifecycle();
    this.badRecords = parts.badRecords();
    this.lines = parts.lines();
    this.assignment =
        new TaskAssignment(
            context,
            lifecycle,
            parts.members(),
            index,
            cut(context, index),
            1,
            TaskVersions.WHATEVER);
    this.files = new FileAdmission(context, assignment);
  }

  /** A function of the input and the configuration alone. */
  private static TaskCut cut(JobContext context, BlockIndex index) {
    JobPlan.Tasks tasks = context.plan().tasks();
    if (tasks.size().isFile()) {
      return TaskCut.ofFiles(index);
    }
    int fewest =
        Settings.of(context.spec().settings()).appliesForeignModel()
            ? FEWEST_FOREIGN_TASKS
            : FEWEST_TASKS;
    int derived =
        context.spec().isImporting()
            ? blocksOf(tasks.fileBytes(), index, MOST_FILES)
            : Math.min(
                blocksOf(TASK_BYTES, index, Integer.MAX_VALUE), Math.max(1, index.size() / fewest));
    return TaskCut.ofUnits(
        index.units(), tasks.size().blocks() > 0 ? tasks.size().blocks() : derived);
  }

  /** The blocks that have so many bytes of the input, in no more than so many tasks. */
  private static int blocksOf(long bytes, BlockIndex index, int mostTasks) {
    long all = Math.max(1, index.files().stream().mapToLong(InputFile::length).sum());
    double blocks = (double) index.size() * bytes / all;
    return Math.max(1 + (index.size() - 1) / mostTasks, (int) Math.min(blocks, index.size()));
  }

  @Override
  public TaskEvents tasks() {
    return this;
  }

  @Override
  public long versions() {
    return VERSION;
  }

  @Override
  public long progress() {
    return written + assignment.finished();
  }

  @Override
  public boolean isFinished() {
    return context.history().isFinal();
  }

  @Override
  public boolean hasReturnedWork() {
    return assignment.isAnyInterrupted();
  }

  @Override
  public void reconcile() {
    if (context.history().state() != JobState.RUNNING || lifecycle.isDecided() || isFinished()) {
      return;
    }
    if (!assignment.isOpen(VERSION)) {
      assignment.open(VERSION, 0, 1);
      badRecords.onScored(context.history().output().evaluation().metrics().bad());
    }
    assignment.reconcile(true);
    if (assignment.isOver()) {
      context.record(new ResultFact.FinalVersion(new Version(VERSION)));
    }
  }

  @Override
  public void onFileWritten(Member worker, FromWorker.FileWritten message) {
    if (!lifecycle.isDecided() && files.onFileWritten(worker, message)) {
      written += message.file().tasks().size();
      badRecords.onScored(context.history().output().evaluation().metrics().bad());
    }
  }

  @Override
  public void onTaskDone(Member worker, FromWorker.TaskDone message) {
    assignment.onTaskDone(worker, message);
  }

  @Override
  public void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    assignment.onTaskFailed(worker, message);
  }

  @Override
  public void onReported(Member worker, FromWorker.Reported message) {
    UnexpectedMessages.UNEXPECTED.onReported(worker, message);
  }

  @Override
  public void onClock(Member worker, FromWorker.Clock message) {
    UnexpectedMessages.UNEXPECTED.onClock(worker, message);
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
  public void onReconnected(Member member) {
    if (member.role() == Role.WORKER) {
      assignment.onReconnected(member);
    } else if (lines.isOpen() && lines.isAwaited(member)) {
      lines.sendLine(member);
    }
  }

  /** A part of the rows is no output: the job ends without one. */
  @Override
  public void stop(String by) {
    if (!isFinished()) {
      lifecycle.end(
          JobState.KILLED,
          new Failure(
              FailureKind.KILLED_BY_USER,
              "stopped by " + by + " before every row was written",
              context.plan().output(),
              ""));
    }
  }

  @Override
  public void close() {
    assignment.close();
  }

  @Override
  public JobView.Hands assignments(int most) {
    return assignment.hands(most);
  }
}
