/**
 * Work by tasks of a queue: training under {@code async}, {@code ssp} and {@code versioned}, and
 * scoring. Start with {@code TaskAssignment}.
 */
package trainer.master.job.tasks;
