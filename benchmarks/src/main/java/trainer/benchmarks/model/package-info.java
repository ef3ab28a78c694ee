/**
 * The cost of training models, without a cluster. Start with {@link
 * trainer.benchmarks.model.EpochSpeed}.
 */
package trainer.benchmarks.model;
