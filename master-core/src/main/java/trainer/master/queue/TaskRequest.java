package trainer.master.queue;

import trainer.core.id.Incarnation;

/**
 * A request of a worker for tasks.
 *
 * @param incarnation of the worker
 * @param number the process number that {@link Locality#lastWorker} returns
 * @param host of the worker
 */
public record TaskRequest(Incarnation incarnation, int number, String host) {}
