/** The cost of a pserver's rows: memory a key, and time. */
package trainer.benchmarks.store;
