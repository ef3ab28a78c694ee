package trainer.client.watch;

/**
 * One line of {@code list}.
 *
 * @param where {@code yarn}, {@code local} or {@code embedded}
 * @param state the job's state; YARN's, in front of which stands {@code YARN}, before there is one
 * @param progress from 0 to 1; NaN where it is not known
 * @param startedAt in epoch milliseconds; 0 where it is not known
 */
public record ListedJob(
    String jobId, String where, String name, String state, double progress, long startedAt) {}
