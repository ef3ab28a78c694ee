package trainer.master.sharing;

import trainer.core.id.Incarnation;

/**
 * A worker that scores for the jobs of a session.
 *
 * @param memoryMb room for models
 */
public record PoolWorker(Incarnation id, int memoryMb) {}
