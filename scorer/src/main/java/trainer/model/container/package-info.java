/**
 * The reader of Avro object container files (specification 1.11), without a library: header,
 * blocks, codecs, and records by the schema of their writer. Knows nothing of models. Start at
 * {@link trainer.model.container.ContainerFile}.
 */
package trainer.model.container;
