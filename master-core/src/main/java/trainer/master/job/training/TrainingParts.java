package trainer.master.job.training;

import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/** The parts of a job that its training works with, whatever its kind. */
public record TrainingParts(
    JobContext context,
    JobLifecycle lifecycle,
    Membership members,
    LineManager lines,
    BadRecordBudget badRecords,
    TableAggregation aggregation,
    CheckpointCoordinator checkpoints) {}
