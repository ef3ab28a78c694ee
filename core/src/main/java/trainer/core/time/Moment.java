package trainer.core.time;

/**
 * The present time, as the shell passes it to a pure core.
 *
 * @param nanos monotonic; every decision rests on it alone
 * @param millis epoch milliseconds, for display: reports and journal
 */
public record Moment(long nanos, long millis) {}
