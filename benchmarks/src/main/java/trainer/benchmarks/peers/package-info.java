/** Tools for comparisons with other systems: our predictions, and one measure for all. */
package trainer.benchmarks.peers;
