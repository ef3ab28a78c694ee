/**
 * Optimizers: the changes of rows on the pserver. Start at {@link
 * trainer.learning.optimizer.Optimizers}, which creates the optimizer of a table from a job's
 * settings. Each optimizer names its paper.
 */
package trainer.learning.optimizer;
