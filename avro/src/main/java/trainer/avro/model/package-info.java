/**
 * The native model format: a folder of Avro part files and a manifest, and the model id. Start at
 * {@link trainer.avro.model.ModelFormat}. No Hadoop type: files come through {@link
 * trainer.avro.model.ModelFolder}.
 */
package trainer.avro.model;
