package trainer.master.queue;

/**
 * A worker that wants tasks.
 *
 * @param incarnation who it is
 * @param number of this process alone, as {@link Locality#lastWorker} says it
 * @param host where it runs
 */
public record TaskRequest(long incarnation, int number, String host) {}
