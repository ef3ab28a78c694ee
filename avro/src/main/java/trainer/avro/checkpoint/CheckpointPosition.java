package trainer.avro.checkpoint;

import trainer.core.id.Line;
import trainer.core.id.Term;

/**
 * The position of a checkpoint in the training of its job.
 *
 * @param version the committed version (mini-batches applied)
 * @param mark 0: the checkpoint is that version; else it also has the part of the next, open
 *     version that was made at the snapshot. Marks rise
 * @param updates how many had been applied on arrival; there the schedules count these
 * @param line the line in force
 * @param term of the master that had it made
 * @param epoch the pass over the data that the version belongs to, from 1
 */
public record CheckpointPosition(
    long version, long mark, long updates, Line line, Term term, int epoch) {}
