/** What the rows of a pserver take: memory a key, and time. */
package trainer.benchmarks.store;
