/** The page and the metrics of a job, as they are reached through YARN's proxy. */
package trainer.it.page;
