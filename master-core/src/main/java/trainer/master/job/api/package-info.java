/**
 * The interface of a job: its events, its effects and requests, and its view for readers. Besides
 * {@code trainer.master.job}, the only package of a job for use from outside the module.
 */
package trainer.master.job.api;
