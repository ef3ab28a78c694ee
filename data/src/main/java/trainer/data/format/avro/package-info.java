/**
 * Avro container files. They are walked from header to header without their payload, and decoded
 * from decompressed bytes straight into primitive arrays. Start at {@link
 * trainer.data.format.avro.AvroFormat}.
 */
package trainer.data.format.avro;
