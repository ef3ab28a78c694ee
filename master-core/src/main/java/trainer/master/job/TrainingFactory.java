package trainer.master.job;

import trainer.core.input.BlockIndex;
import trainer.master.job.bsp.BspTraining;
import trainer.master.job.tasks.AsyncTraining;
import trainer.master.job.tasks.TaskScoring;
import trainer.master.job.tasks.VersionedTraining;
import trainer.master.job.training.HeldOutScoring;
import trainer.master.job.training.Training;
import trainer.master.job.training.TrainingParts;

/** Makes the work of a job: scoring, or the training that {@code trainer.sync} names. */
final class TrainingFactory {
  private TrainingFactory() {}

  static Training of(TrainingParts parts, HeldOutScoring validation, BlockIndex index) {
    if (!parts.context().spec().isTraining()) {
      return new TaskScoring(parts, index);
    }
    return switch (parts.context().plan().training().sync().mode()) {
      case BSP -> BspTraining.of(parts, validation, index);
      case VERSIONED -> VersionedTraining.of(parts, validation, index);
      case SSP, ASYNC -> new AsyncTraining(parts, validation, index);
    };
  }
}
