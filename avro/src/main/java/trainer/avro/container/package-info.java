/**
 * Avro object container files (Avro specification 1.11, "Object Container Files"), read without
 * trust in their bytes. Every length is checked before memory is allocated, a compressed block is
 * bounded, and the end of the file is told from damage. Avro's own reader does none of that, and it
 * cannot walk over blocks without reading them.
 *
 * <p>Inputs, model parts and the journal are read by {@link
 * trainer.avro.container.ContainerReader}; each names the place of a damage in its own kind of
 * failure.
 */
package trainer.avro.container;
