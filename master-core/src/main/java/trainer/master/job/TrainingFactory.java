package trainer.master.job;

import trainer.core.input.BlockIndex;
import trainer.master.job.bsp.BspTraining;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.tasks.AsyncTraining;
import trainer.master.job.tasks.VersionedTraining;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.TableAggregation;
import trainer.master.job.training.Training;

/** Makes the training that {@code trainer.sync} names. */
final class TrainingFactory {
  private TrainingFactory() {}

  static Training of(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      LineManager lines,
      BadRecordBudget badRecords,
      TableAggregation aggregation,
      CheckpointCoordinator checkpoints,
      BlockIndex index) {
    return switch (context.plan().sync()) {
      case BSP ->
          new BspTraining(
              context, lifecycle, members, lines, badRecords, aggregation, checkpoints, index);
      case VERSIONED ->
          new VersionedTraining(
              context, lifecycle, members, lines, badRecords, aggregation, checkpoints, index);
      case SSP, ASYNC ->
          new AsyncTraining(
              context, lifecycle, members, lines, badRecords, aggregation, checkpoints, index);
    };
  }
}
