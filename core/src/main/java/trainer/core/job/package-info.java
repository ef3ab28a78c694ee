/** Ids and the vocabulary of jobs. Values only. */
package trainer.core.job;
