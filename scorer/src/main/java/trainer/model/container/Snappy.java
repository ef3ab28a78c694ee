package trainer.model.container;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Decompresses a block as Avro writes it with snappy: the raw format (google/snappy,
 * format_description.txt), then the CRC-32 of the contents, highest byte first.
 *
 * <p>The raw format is the length of the contents, then elements. An element copies bytes of its
 * own, or bytes of the contents before it.
 */
final class Snappy {
  private static final int CRC_BYTES = 4;

  private final byte[] in;
  private final int end;
  private int at;
  private byte[] out;
  private int length;

  private Snappy(byte[] in, int end) {
    this.in = in;
    this.end = end;
  }

  /** The contents of a block, of at most {@code most} bytes. */
  static ByteCursor decompress(byte[] stored, int most) {
    int end = stored.length - CRC_BYTES;
    if (end <= 0) {
      throw new DamagedBytesException("a block has no room for data and checksum");
    }
    Snappy snappy = new Snappy(stored, end);
    snappy.run(most);
    CRC32 crc = new CRC32();
    crc.update(snappy.out);
    if ((int) crc.getValue() != ByteBuffer.wrap(stored).getInt(end)) {
      throw new DamagedBytesException("a block does not match its checksum");
    }
    return new ByteCursor(snappy.out, 0, snappy.out.length);
  }

  private void run(int most) {
    long size = 0;
    int shift = 0;
    int b;
    do {
      b = next();
      size |= (b & 0x7fL) << shift;
      shift += 7;
    } while (b >= 0x80 && shift < 35);
    if (size > most) {
      throw new DamagedBytesException("a block has more than " + most + " bytes");
    }
    out = new byte[(int) size];
    while (at < end) {
      element(next());
    }
    require(length == out.length);
  }

  private void element(int tag) {
    switch (tag & 3) {
      case 0:
        literal(tag >>> 2);
        break;
      case 1:
        copy(((tag & 0xe0) << 3) | next(), ((tag >>> 2) & 7) + 4);
        break;
      case 2:
        copy(little(2), (tag >>> 2) + 1);
        break;
      default:
        copy(little(4), (tag >>> 2) + 1);
        break;
    }
  }

  /** Takes bytes of the input; a code from 60 on is the number of bytes that hold the length. */
  private void literal(int code) {
    int count = (code < 60 ? code : little(code - 59)) + 1;
    require(count > 0 && count <= end - at && count <= out.length - length);
    System.arraycopy(in, at, out, length, count);
    at += count;
    length += count;
  }

  private void copy(int back, int count) {
    require(back > 0 && back <= length && count <= out.length - length);
    // byte by byte: the bytes copied may be among those that this copy writes
    for (int i = 0; i < count; i++) {
      out[length] = out[length - back];
      length++;
    }
  }

  private int little(int bytes) {
    int number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= next() << (Byte.SIZE * i);
    }
    return number;
  }

  private int next() {
    require(at < end);
    return in[at++] & 0xff;
  }

  private static void require(boolean isPossible) {
    if (!isPossible) {
      throw new DamagedBytesException("a block cannot be unpacked: it is no snappy data");
    }
  }
}
