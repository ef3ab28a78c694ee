/**
 * The interface of a job: its events, its effects and requests, and its view for readers. Outside
 * the module a job is used through this package; readers of journals also use {@code
 * trainer.master.job.history}.
 */
package trainer.master.job.api;
