/**
 * The interface of libraries that score with models of other programs, such as ONNX: they take
 * records as the input has them, a batch at a time, and have no parameters that Trainer knows.
 * Start with {@link trainer.learning.batch.BatchModels}.
 */
package trainer.learning.batch;
