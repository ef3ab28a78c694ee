package trainer.data.format.tfrecord;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The form of a frame: eight bytes of length, a masked CRC-32C of these, the record, and a masked
 * CRC-32C of it; numbers have their lowest byte first.
 */
final class Frame {
  /** The bytes before the record. */
  static final int HEADER = Long.BYTES + Integer.BYTES;

  /** The bytes behind the record. */
  static final int TRAILER = Integer.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MASK_DELTA = 0xa282ead8;
  private static final int ROTATION = 15;

  private Frame() {}

  /** Whether the header at {@code at} has the checksum of its length. */
  static boolean isHeader(byte[] bytes, int at) {
    return isChecked(bytes, at, Long.BYTES);
  }

  /** The length in the header at {@code at}; negative for one above 2^63. */
  static long length(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Whether the checksum behind a range is that of the range. */
  static boolean isChecked(byte[] bytes, int from, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, count);
    int masked = Integer.rotateRight((int) crc.getValue(), ROTATION) + MASK_DELTA;
    return masked == (int) INTS.get(bytes, from + count);
  }
}
