package trainer.master.queue;

/**
 * A request of a worker for tasks.
 *
 * @param incarnation of the worker
 * @param number the process number that {@link Locality#lastWorker} returns
 * @param host of the worker
 */
public record TaskRequest(long incarnation, int number, String host) {}
