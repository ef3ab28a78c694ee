package trainer.core.time;

/**
 * Now, as the shell tells it to a pure core.
 *
 * @param nanos monotonic; every decision rests on it alone
 * @param millis epoch milliseconds, for people: reports and journal
 */
public record Moment(long nanos, long millis) {}
