/**
 * The events that a job takes in, the actions that it gives out, and the view of it for readers.
 * The only package of a job, besides {@code trainer.master.job}, for use from outside the module.
 */
package trainer.master.job.api;
