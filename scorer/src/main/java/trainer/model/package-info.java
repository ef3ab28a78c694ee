/**
 * Predictions of a trained model in any Java 11 process, without Hadoop, Avro or another library.
 * Start at {@link trainer.model.Scorer}. The packages below are inner parts, except {@link
 * trainer.model.failure}.
 */
package trainer.model;
