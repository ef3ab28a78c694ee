package trainer.core.fact;

import trainer.core.id.Line;
import trainer.core.id.Version;

/** A fact about a checkpoint. */
public sealed interface CheckpointFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(CheckpointAsked fact);

    void on(CheckpointAdded fact);

    void on(CheckpointRetired fact);
  }

  /**
   * A checkpoint is to be made: of a committed version, or of the open version in its present
   * state. From here on its files may be written. A manifest in this folder makes them a
   * checkpoint, even if this master does not live to see it.
   *
   * @param version the newest that is committed
   * @param mark 0: this version; else the open version after it, to which pushes are applied on
   *     arrival, as they are while this is asked for. Marks rise
   * @param line the line in force
   * @param at the present counters, with the time of the snapshot
   * @param queue the present state of the tasks. The files have all pushes of tasks that are done,
   *     and may have any part of those that are held. Null where there are no tasks
   */
  record CheckpointAsked(
      Version version,
      long mark,
      Line line,
      String folder,
      TrainingFact.Progressed at,
      QueueChange.QueueSnapshot queue)
      implements CheckpointFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The checkpoint requested by {@link CheckpointAsked} is complete and verified: the job may roll
   * back to it.
   *
   * @param line the line that was in force
   * @param folder the folder of its files
   * @param digest SHA-256 of its manifest, which has those of all other files
   * @param bytes of all its files
   * @param at the counters at the snapshot, with its time
   * @param queue the state of the tasks at the snapshot, or null
   */
  record CheckpointAdded(
      Version version,
      long mark,
      Line line,
      String folder,
      String digest,
      long bytes,
      TrainingFact.Progressed at,
      QueueChange.QueueSnapshot queue)
      implements CheckpointFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The job never rolls back to this checkpoint any more; the rest of it may be deleted.
   *
   * @param damage its defect, empty if it is only beyond the number to keep
   */
  record CheckpointRetired(Version version, long mark, String damage) implements CheckpointFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
