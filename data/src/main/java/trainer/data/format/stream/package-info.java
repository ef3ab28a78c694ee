/**
 * The streams of ORC's stripes: bytes in compressed chunks, which are runs of integers, bytes or
 * bits. Buffers grow with the bytes that are read; no damaged number decides the size of one. Start
 * at {@link trainer.data.format.stream.StreamInput} and {@link
 * trainer.data.format.stream.IntegerStream}.
 */
package trainer.data.format.stream;
