package trainer.client.watch;

/**
 * One line of {@code list}.
 *
 * @param where {@code yarn}, {@code local} or {@code embedded}
 * @param state the job's state; YARN's, in front of which stands {@code YARN}, before there is one
 * @param stopped whether training was told to end before its last version, as far as is known
 * @param progress from 0 to 1; NaN where it is not known
 * @param startedAt in epoch milliseconds; 0 where it is not known
 */
public record ListedJob(
    String jobId,
    String where,
    String name,
    String state,
    boolean stopped,
    double progress,
    long startedAt) {}
