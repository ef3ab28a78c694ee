package trainer.data.format.recordio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import trainer.data.format.UnitBlocks;

/**
 * The header of a chunk: five unsigned numbers of four bytes, the lowest byte first.
 *
 * @param offset of the header in the file
 * @param crc the CRC-32 of the compressed bytes
 * @param compressor 0 for none, 1 for snappy's framing format, 2 for gzip
 * @param bytes the compressed bytes behind the header
 * @param records the records that they hold
 */
record ChunkHeader(long offset, int crc, int compressor, long bytes, long records) {
  static final int LENGTH = 5 * Integer.BYTES;

  /** A copy of 64 bytes takes three in snappy. */
  private static final int SNAPPY_EXPANSION = 22;

  /** A copy of 258 bytes takes two bits in deflate. */
  private static final int GZIP_EXPANSION = 1032;

  private static final byte[] MAGIC = {4, 3, 2, 1};

  /** The first bytes of a chunk, and so of a file. */
  static byte[] magic() {
    return MAGIC.clone();
  }

  /** The header in the first bytes of an array; null if they are none. */
  static ChunkHeader of(byte[] header, long offset) {
    ByteBuffer in = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    return in.getInt() == ByteBuffer.wrap(MAGIC).order(ByteOrder.LITTLE_ENDIAN).getInt()
        ? new ChunkHeader(
            offset,
            in.getInt(),
            in.getInt(),
            Integer.toUnsignedLong(in.getInt()),
            Integer.toUnsignedLong(in.getInt()))
        : null;
  }

  /** The bytes of the whole chunk. */
  long length() {
    return LENGTH + bytes;
  }

  long end() {
    return offset + length();
  }

  /**
   * The blocks of the chunk, which has records.
   *
   * @param size the records of each; 0 for one block
   */
  UnitBlocks blocks(int size) {
    return new UnitBlocks(offset, length(), records, size == 0 ? (int) records : size);
  }

  /**
   * The most records that the compressed bytes can hold. The checksum does not cover the announced
   * number, and each block of announced records costs time.
   */
  long mostRecords() {
    long expansion =
        switch (compressor) {
          case 0 -> 1;
          case 1 -> SNAPPY_EXPANSION;
          default -> GZIP_EXPANSION;
        };
    return bytes * expansion / Integer.BYTES;
  }
}
