/**
 * The end of a job: the publication of its model or its scored rows, and the wind-down of its
 * members. Start with {@code Publication}.
 */
package trainer.master.job.ending;
