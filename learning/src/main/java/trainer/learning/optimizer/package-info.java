/** How rows change. Runs on the pserver. */
package trainer.learning.optimizer;
