/**
 * How rows change. Runs on the pserver. Start at {@link trainer.learning.optimizer.Optimizers},
 * which makes the optimizer of a table from a job's settings; each optimizer names its paper.
 */
package trainer.learning.optimizer;
