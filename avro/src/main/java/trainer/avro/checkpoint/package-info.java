/**
 * Checkpoints as stored: a folder of part files, whose rows also hold the optimizer's state, and a
 * manifest. Start at {@link trainer.avro.checkpoint.CheckpointFile}. The part files are those of
 * {@link trainer.avro.model}.
 */
package trainer.avro.checkpoint;
