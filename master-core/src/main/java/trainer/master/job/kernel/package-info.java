/**
 * The services that all parts of a job share: the clock of the current event, the outbox, the
 * journal, the state of the job. Start with {@code JobContext}.
 */
package trainer.master.job.kernel;
