/**
 * Training under {@code async}, {@code ssp} and {@code versioned}: tasks of a queue. Start with
 * {@code TaskAssignment}.
 */
package trainer.master.job.tasks;
