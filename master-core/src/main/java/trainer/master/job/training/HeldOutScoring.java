package trainer.master.job.training;

import trainer.core.fact.ResultFact;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/** The scoring of held-out blocks with the final version. The sum is exact in any order. */
final class HeldOutScoring {
  private static final int TASKS = 64;

  private final JobContext context;
  private final BadRecordBudget tolerance;
  private final BlockTasks tasks;

  HeldOutScoring(
      JobContext context,
      Membership members,
      LineManager lines,
      BadRecordBudget tolerance,
      BlockIndex index) {
    this.context = context;
    this.tolerance = tolerance;
    this.tasks =
        new BlockTasks(
            context,
            members,
            index,
            TASKS,
            task -> context.history().scores().has(task),
            (task, blocks) ->
                new ToWorker.Evaluate(
                    context.term(), lines.line(), scoredVersion(context), task, blocks));
    tolerance.onScored(context.history().scores().sum().metrics().bad());
  }

  private static Version scoredVersion(JobContext context) {
    return new Version(context.history().version());
  }

  void onEvaluated(FromWorker.Evaluated message) {
    if (tasks.isOpen(message.task())) {
      context.record(
          new ResultFact.Scored(
              scoredVersion(context), message.task(), tasks.count(), message.evaluation()));
      tolerance.onScored(context.history().scores().sum().metrics().bad());
    }
  }

  /** Gives tasks to workers that have room. */
  void reconcile() {
    tasks.reconcile();
  }

  void onLost(Member worker) {
    tasks.onLost(worker);
  }

  /** The job rolled back: workers have dropped their tasks. */
  void onRolledBack() {
    tasks.onDropped();
  }

  void onReconnected(Member worker) {
    tasks.onReconnected(worker);
  }

  boolean isDone() {
    return tasks.areDone();
  }
}
