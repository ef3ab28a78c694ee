/**
 * Stored files: Avro container files with a {@code formatVersion} in their metadata. Generated
 * records live in {@code record} and do not leave this module; the codecs beside it give core's
 * values.
 */
package trainer.avro;
