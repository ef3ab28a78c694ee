/** Exact folds over the rows of a table, run where the rows are: reductions and their results. */
package trainer.core.aggregate;
