/**
 * What models cost to train, without any cluster. Start at {@link
 * trainer.benchmarks.model.EpochSpeed}.
 */
package trainer.benchmarks.model;
