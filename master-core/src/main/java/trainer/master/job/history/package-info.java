/**
 * The state of a job that its journal gives: folds over facts, without a decision in them. A new
 * master begins with them. Start with {@code JobHistory}.
 */
package trainer.master.job.history;
