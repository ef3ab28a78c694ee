package trainer.data.format.recordio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import trainer.avro.container.GrowingBytes;
import trainer.avro.container.OversizedBlockException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/**
 * Loads chunks, and separates the records of the loaded one. Buffers are kept from chunk to chunk.
 * Confined to one thread.
 */
final class ChunkLoader {
  private final PinnedFile file;
  private final int mostBytes;
  private final ChunkWalk walk;
  private final GrowingBytes stored = new GrowingBytes();
  private final GrowingBytes payload = new GrowingBytes();

  /** The loaded chunk; null for none. */
  private ChunkHeader chunk;

  /** The number of the present record in its chunk, and its place in the payload. */
  private int record;

  private int from;
  private int to;

  /**
   * @param mostBytes the most bytes of a chunk, compressed or not
   */
  ChunkLoader(PinnedFile file, int mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
    this.walk = new ChunkWalk(file, mostBytes);
  }

  /** The header of the chunk at {@code offset}. */
  ChunkHeader header(long offset) {
    walk.seek(offset);
    return walk.next();
  }

  /**
   * Whether the chunk at {@code offset} is loaded, and none of its records from {@code n} on read.
   */
  boolean isBefore(long offset, int n) {
    return chunk != null && chunk.offset() == offset && record < n;
  }

  /**
   * Loads a chunk, and stands before its first record.
   *
   * @throws FailureException INPUT_CORRUPT, INPUT_BAD_FILE for an unknown compressor,
   *     RECORD_TOO_LARGE
   */
  void load(ChunkHeader header) {
    chunk = null;
    int length = (int) header.bytes();
    stored.reset(length);
    file.read(header.offset() + ChunkHeader.LENGTH, stored.array(), 0, length);
    CRC32 crc = new CRC32();
    crc.update(stored.array(), 0, length);
    if ((int) crc.getValue() != header.crc()) {
      throw corrupt(header, "the chunk does not match its checksum", null);
    }
    Compressor codec = Compressor.of(header.compressor());
    if (codec == null) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "compressor " + header.compressor() + " of a chunk is not known",
          where(header),
          "write it with snappy, gzip or without compression");
    }
    decompress(header, codec, length);
    record = -1;
    to = 0;
    chunk = header;
  }

  private void decompress(ChunkHeader header, Compressor codec, int length) {
    payload.reset(0);
    try (InputStream in = codec.open(Compressor.stream(stored.array(), length))) {
      int count;
      while ((count = in.read(payload.array(), payload.to(), payload.room())) >= 0) {
        payload.use(count);
        if (payload.room() == 0) {
          payload.grow(mostBytes);
        }
      }
      if (payload.length() > mostBytes) {
        throw new OversizedBlockException(mostBytes);
      }
    } catch (OversizedBlockException e) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a chunk of more than " + mostBytes + " bytes uncompressed",
          where(header),
          "raise trainer.input.max-record-bytes or write smaller chunks");
    } catch (IOException | RuntimeException e) {
      throw corrupt(header, "the chunk cannot be unpacked (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Moves to the next record of the loaded chunk.
   *
   * @throws FailureException INPUT_CORRUPT if the chunk has no further one
   */
  void next() {
    int left = payload.to() - to;
    long length =
        left < Integer.BYTES
            ? Long.MAX_VALUE
            : Integer.toUnsignedLong(
                ByteBuffer.wrap(payload.array()).order(ByteOrder.LITTLE_ENDIAN).getInt(to));
    if (length > left - Integer.BYTES) {
      throw corrupt(
          chunk,
          "record " + (record + 1) + " of " + chunk.records() + " does not end within its chunk",
          null);
    }
    record++;
    from = to + Integer.BYTES;
    to = from + (int) length;
    if (record + 1 == chunk.records() && to != payload.to()) {
      throw corrupt(chunk, (payload.to() - to) + " bytes are left behind the last record", null);
    }
  }

  /** The number of records of the loaded chunk that were read. */
  int read() {
    return record + 1;
  }

  byte[] bytes() {
    return payload.array();
  }

  /** Where the present record begins in {@link #bytes}. */
  int from() {
    return from;
  }

  /** Where the present record ends. */
  int to() {
    return to;
  }

  /** The place of the present record, for people. */
  String where() {
    return where(chunk) + ", record " + record;
  }

  /** The place of a chunk, for people. */
  String where(ChunkHeader header) {
    return file.file().path() + ", chunk at byte " + header.offset();
  }

  private FailureException corrupt(ChunkHeader header, String what, Exception cause) {
    return new FailureException(
        new Failure(FailureKind.INPUT_CORRUPT, what, where(header), "write the file again"), cause);
  }
}
