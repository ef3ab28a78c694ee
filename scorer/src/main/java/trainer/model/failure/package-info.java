/** The exceptions of {@link trainer.model}: of a model folder, and of a row. */
package trainer.model.failure;
