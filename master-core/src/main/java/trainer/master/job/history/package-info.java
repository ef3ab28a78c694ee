/**
 * The state of a job that follows from its journal: folds over facts, without decisions. A new
 * master starts from them. Start with {@code JobHistory}.
 */
package trainer.master.job.history;
