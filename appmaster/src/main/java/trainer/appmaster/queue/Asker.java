package trainer.appmaster.queue;

/**
 * A worker that wants tasks.
 *
 * @param incarnation who it is
 * @param index its place, which another process may have had before
 * @param host where it runs
 */
public record Asker(long incarnation, int index, String host) {}
