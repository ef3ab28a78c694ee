package trainer.protocol.grpc;

/**
 * The answer to {@code status}.
 *
 * @param job the job's id
 * @param state the name of its {@link trainer.core.job.JobState}
 * @param ended whether nothing more will change
 * @param version the committed mini-batches so far
 * @param versions their number at the end, or 0 while that is not known
 * @param recordsComputed records computed so far, repeats included
 * @param trackingUrl the page, or empty
 * @param report the present contents of {@code report.json}, UTF-8
 */
public record JobStatus(
    String job,
    String state,
    boolean ended,
    long version,
    long versions,
    long recordsComputed,
    String trackingUrl,
    byte[] report) {}
