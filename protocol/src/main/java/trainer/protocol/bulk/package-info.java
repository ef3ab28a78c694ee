/**
 * The framing between workers and pserver lanes: pure encoders and decoders over buffers.
 *
 * <p>Start with {@link trainer.protocol.bulk.BulkFrame} (the contents), then {@link
 * trainer.protocol.bulk.FrameWriter} and {@link trainer.protocol.bulk.FrameReader} (the bytes).
 */
package trainer.protocol.bulk;
