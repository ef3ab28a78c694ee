/**
 * The page and the metrics of a job, as they are reached through YARN's proxy, and the systems that
 * it reports to.
 */
package trainer.it.page;
