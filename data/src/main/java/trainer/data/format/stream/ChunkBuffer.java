package trainer.data.format.stream;

import org.apache.orc.OrcProto.CompressionKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.encoding.BadPageException;

/**
 * The decompression of a file's chunks, one after the other into the same array. All streams of a
 * reader share it, so only one array has the size that the file announces for a chunk. Confined to
 * one thread.
 */
public final class ChunkBuffer {
  private final PinnedFile file;
  private final ChunkCodec codec;
  private final int chunkBytes;
  private byte[] bytes;

  /**
   * A buffer for the chunks of a file.
   *
   * @param chunkBytes the most bytes of a chunk
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a codec that is not read
   */
  public ChunkBuffer(PinnedFile file, CompressionKind kind, int chunkBytes) {
    this.file = file;
    this.codec = ChunkCodec.of(kind, file.file().path());
    this.chunkBytes = chunkBytes;
  }

  PinnedFile file() {
    return file;
  }

  /** Whether streams are in chunks at all. */
  boolean hasChunks() {
    return codec != null;
  }

  int chunkBytes() {
    return chunkBytes;
  }

  /** The decompressed bytes of the chunk that was decompressed last. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Decompresses a chunk.
   *
   * @return the number of its bytes
   */
  int decompress(byte[] in, int from, int length) {
    if (bytes == null) {
      // with room behind the longest chunk, so that decompressors reach its end
      bytes = new byte[chunkBytes + Long.BYTES];
    }
    int count = codec.decompress(in, from, length, bytes);
    if (count > chunkBytes) {
      throw new BadPageException("a chunk of more than " + chunkBytes + " bytes");
    }
    return count;
  }
}
