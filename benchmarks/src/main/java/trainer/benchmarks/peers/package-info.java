/** What comparisons with other systems need of ours: predictions, and one judge of all. */
package trainer.benchmarks.peers;
