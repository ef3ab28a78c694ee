package trainer.avro.container;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Writes the blocks of an Avro object container file, snappy compressed. Records are encoded
 * directly into the block: put piece by piece and then ended. The bytes equal those of Avro's own
 * writer, which has every record encoded elsewhere first.
 */
public final class ContainerWriter implements Closeable {
  /** Bytes of records after which a block ends. */
  public static final int SYNC_INTERVAL = 1 << 16;

  private static final int MAX_VARINT = 10;

  private final OutputStream out;
  private final byte[] sync;
  private final CRC32 crc = new CRC32();
  private byte[] block = new byte[SYNC_INTERVAL * 2];
  private byte[] packed = new byte[0];
  private int length;
  private long records;

  /**
   * Writes the header.
   *
   * @param metaKey key of the header's one additional entry
   * @param sync the marker between blocks
   */
  public ContainerWriter(OutputStream out, Schema schema, String metaKey, String meta, byte[] sync)
      throws IOException {
    this.out = out;
    this.sync = sync;
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    new DataFileWriter<>(new GenericDatumWriter<>())
        .setCodec(CodecFactory.fromString(DataFileConstants.SNAPPY_CODEC))
        .setMeta(metaKey, meta)
        .create(schema, header, sync)
        .close();
    header.writeTo(out);
  }

  /** Makes room for {@code bytes} more, which the caller then puts. */
  public void room(int bytes) {
    if (block.length - length < bytes) {
      block = Arrays.copyOf(block, Math.max(block.length * 2, length + bytes));
    }
  }

  /** Puts raw bytes. */
  public void put(byte[] bytes) {
    System.arraycopy(bytes, 0, block, length, bytes.length);
    length += bytes.length;
  }

  /** Makes room for the bytes {@code from} to {@code to}, and puts them. */
  public void put(byte[] bytes, int from, int to) {
    room(to - from);
    System.arraycopy(bytes, from, block, length, to - from);
    length += to - from;
  }

  /** Puts a number as a zigzag varint, of ten bytes at most. */
  public void putLong(long value) {
    length = varint(value, block, length);
  }

  /** Puts the bits of a float, lowest first. */
  public void putFloat(int bits) {
    block[length] = (byte) bits;
    block[length + 1] = (byte) (bits >> 8);
    block[length + 2] = (byte) (bits >> 16);
    block[length + 3] = (byte) (bits >> 24);
    length += Float.BYTES;
  }

  /**
   * Puts records of their own block, the bytes {@code from} to {@code to}; none if there are none.
   */
  public void putBlock(byte[] bytes, int from, int to, int count) throws IOException {
    if (count > 0) {
      put(bytes, from, to);
      records += count;
      writeBlock();
    }
  }

  /** Ends a record, and the block too if it is long enough. */
  public void endRecord() throws IOException {
    records++;
    if (length >= SYNC_INTERVAL) {
      writeBlock();
    }
  }

  /** Writes the last block. */
  public void finish() throws IOException {
    if (records > 0) {
      writeBlock();
    }
    out.flush();
  }

  /** Without {@link #finish} before, the last block is missing. */
  @Override
  public void close() throws IOException {
    out.close();
  }

  private void writeBlock() throws IOException {
    int bound =
        2 * MAX_VARINT + Snappy.maxCompressedLength(length) + SnappyCodec.CRC_BYTES + sync.length;
    packed = packed.length < bound ? new byte[bound] : packed;
    int body = 2 * MAX_VARINT;
    int end = body + compress(body);
    int size = end - body;
    // Both numbers go directly before the body; their lengths are known only now.
    byte[] numbers = new byte[body];
    int before = varint(size, numbers, varint(records, numbers, 0));
    System.arraycopy(numbers, 0, packed, body - before, before);
    System.arraycopy(sync, 0, packed, end, sync.length);
    out.write(packed, body - before, before + size + sync.length);
    length = 0;
    records = 0;
  }

  /** Compresses the bytes from {@code from} on, followed by the CRC-32 of the original. */
  private int compress(int from) throws IOException {
    int size;
    try {
      size = Snappy.compress(block, 0, length, packed, from);
    } catch (LinkageError | SnappyError e) {
      throw new SnappyUnavailableException(e);
    }
    crc.reset();
    crc.update(block, 0, length);
    ByteBuffer.wrap(packed).putInt(from + size, (int) crc.getValue());
    return size + SnappyCodec.CRC_BYTES;
  }

  private static int varint(long value, byte[] target, int from) {
    long bits = (value << 1) ^ (value >> 63);
    int at = from;
    while ((bits & ~0x7fL) != 0) {
      target[at++] = (byte) (bits | 0x80);
      bits >>>= 7;
    }
    target[at++] = (byte) bits;
    return at;
  }
}
