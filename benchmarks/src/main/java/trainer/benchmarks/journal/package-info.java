/** The cost of the journal: the time until facts are durable, and the time of reading them back. */
package trainer.benchmarks.journal;
