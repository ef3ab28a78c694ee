package trainer.appmaster.tracker;

import trainer.core.input.BlockIndex;

/** Makes the training that {@code trainer.sync} names. */
final class TrainingFactory {
  private TrainingFactory() {}

  static Training of(
      Context context,
      Lifecycle lifecycle,
      Members members,
      Lines lines,
      Tolerance tolerance,
      Aggregation aggregation,
      Checkpoints checkpoints,
      BlockIndex index) {
    return switch (context.plan().sync()) {
      case BSP ->
          new BspTraining(
              context, lifecycle, members, lines, tolerance, aggregation, checkpoints, index);
      case VERSIONED ->
          new VersionedTraining(
              context, lifecycle, members, lines, tolerance, aggregation, checkpoints, index);
      case SSP, ASYNC ->
          new AsyncTraining(
              context, lifecycle, members, lines, tolerance, aggregation, checkpoints, index);
    };
  }
}
