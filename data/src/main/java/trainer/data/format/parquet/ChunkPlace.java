package trainer.data.format.parquet;

import org.apache.parquet.format.CompressionCodec;

/**
 * The place of a column chunk in its file.
 *
 * @param start its first byte
 * @param end the byte behind its last page, or some bytes before that, as old programs count
 * @param codec the compression of its pages
 */
record ChunkPlace(long start, long end, CompressionCodec codec) {}
