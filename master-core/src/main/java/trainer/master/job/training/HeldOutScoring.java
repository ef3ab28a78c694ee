package trainer.master.job.training;

import java.util.Arrays;
import java.util.Objects;
import trainer.core.fact.ResultFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToWorker;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/**
 * The scoring of held-out blocks with committed versions: one version at a time, in tasks over the
 * live workers. The sum is exact in any order, and one fact records it. A new master scores a
 * version again that has no such fact.
 *
 * <p>A version that is owed is scored while the workers train the version after it. That version is
 * committed afterwards, so the pservers serve the rows of the one that is scored.
 */
public final class HeldOutScoring {
  /** The bounds of the number of tasks: few of them cost little, many are shared evenly. */
  private static final int LEAST_TASKS = 4;

  private static final int MOST_TASKS = 64;

  /** The records of a task, within these bounds. */
  private static final int RECORDS_OF_A_TASK = 4096;

  /** The bytes of a record whose format does not count them, for the number of tasks. */
  private static final double BYTES_OF_A_RECORD = 256;

  private final JobContext context;
  private final Membership members;
  private final LineManager lines;
  private final BadRecordBudget tolerance;
  private final BlockIndex index;

  /** The scoring of one version, and then of the next; null before the first. */
  private BlockTasks tasks;

  private Evaluation[] answers = {};
  private long version;
  private Line line = Line.NONE;

  /** When the tasks were begun, or the newest answer came, in nanoseconds. */
  private long advancedAt;

  /**
   * @param index the held-out blocks, or null
   */
  public HeldOutScoring(TrainingParts parts, BlockIndex index) {
    this.context = parts.context();
    this.members = parts.members();
    this.lines = parts.lines();
    this.tolerance = parts.badRecords();
    this.index = index;
    context.history().curve().points().forEach(point -> onScored(point.heldOut().metrics()));
  }

  private void onScored(Metrics metrics) {
    tolerance.onScored(metrics.bad());
  }

  /** Whether a committed version has to be scored before the version after it is committed. */
  boolean isOwed(VersionSchedule schedule, long committed) {
    return index != null
        && !context.history().curve().has(committed)
        && schedule.isPoint(committed, context.plan().training().validation().every());
  }

  /**
   * Whether no task was answered for as long as any task may take: a worker may hang in the user's
   * code, in work that it does beside the scoring.
   */
  boolean isStalled() {
    long least = context.plan().tasks().timeoutLeast().toNanos();
    return tasks != null && !tasks.areDone() && context.nanos() - advancedAt >= least;
  }

  /** Whether a version is scored, or nothing is held out. */
  boolean isDone(long ofVersion) {
    return index == null || context.history().curve().has(ofVersion);
  }

  /** Gives tasks to workers that have room, until this version is scored. */
  void reconcile(long committed) {
    if (isDone(committed)) {
      return;
    }
    if (tasks == null || version != committed || !line.equals(lines.line())) {
      begin(committed);
    }
    tasks.reconcile();
  }

  /** Begins with a version, or again under a new line: workers have dropped their tasks. */
  private void begin(long committed) {
    version = committed;
    line = lines.line();
    advancedAt = context.nanos();
    if (tasks == null) {
      tasks = cut();
    }
    tasks.restart();
    answers = new Evaluation[tasks.count()];
  }

  private BlockTasks cut() {
    return new BlockTasks(
        context,
        members,
        index,
        mostTasks(),
        task -> answers[task] != null,
        (task, blocks) ->
            new ToWorker.Evaluate(context.term(), line, new Version(version), task, blocks));
  }

  private int mostTasks() {
    double records = 0;
    for (int block = 0; block < index.size(); block++) {
      Block of = index.block(block);
      records += of.records() < 0 ? of.length() / BYTES_OF_A_RECORD : of.records();
    }
    double tasks = records * context.plan().training().validation().part() / RECORDS_OF_A_TASK;
    return (int) Math.max(LEAST_TASKS, Math.min(MOST_TASKS, tasks));
  }

  /** Takes the answer to a task; the last one completes the point. */
  void onEvaluated(FromWorker.Evaluated message) {
    boolean isOurs =
        message.line().equals(line)
            && message.version().number() == version
            && !isDone(version)
            && tasks != null
            && tasks.isOpen(message.task());
    if (!isOurs) {
      return; // of a void line, of an earlier version, or a repetition
    }
    answers[message.task()] = message.evaluation();
    advancedAt = context.nanos();
    Evaluation sum =
        Arrays.stream(answers).filter(Objects::nonNull).reduce(Evaluation.NONE, Evaluation::plus);
    onScored(sum.metrics());
    if (tasks.areDone()) {
      JobHistory history = context.history();
      context.record(
          new ResultFact.Scored(
              new Version(version),
              history.epoch(),
              history.epochMetrics(),
              sum.summary(),
              context.millis()));
    }
  }

  void onLost(Member worker) {
    if (tasks != null) {
      tasks.onLost(worker);
    }
  }

  void onReconnected(Member worker) {
    if (tasks != null) {
      tasks.onReconnected(worker);
    }
  }
}
