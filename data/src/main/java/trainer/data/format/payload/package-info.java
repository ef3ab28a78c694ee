/**
 * The meaning of records that a framed format stores as bytes. Such a format separates its records;
 * a {@link trainer.data.format.payload.Payload} turns the bytes of one into an example.
 */
package trainer.data.format.payload;
