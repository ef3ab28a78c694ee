package trainer.data.format.tfrecord;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The form of a frame: eight bytes of length, a masked CRC-32C of these, the record, and a masked
 * CRC-32C of it; numbers have their lowest byte first.
 */
public final class Frame {
  /** The bytes before the record. */
  public static final int HEADER = Long.BYTES + Integer.BYTES;

  /** The bytes behind the record. */
  public static final int TRAILER = Integer.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MASK_DELTA = 0xa282ead8;
  private static final int ROTATION = 15;

  private Frame() {}

  /** Whether the header at {@code at} has the checksum of its length. */
  public static boolean isHeader(byte[] bytes, int at) {
    return isChecked(bytes, at, Long.BYTES);
  }

  /** The length in the header at {@code at}; negative for one above 2^63. */
  public static long length(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Whether the checksum behind a range is that of the range. */
  public static boolean isChecked(byte[] bytes, int from, int count) {
    return checksum(bytes, from, count) == (int) INTS.get(bytes, from + count);
  }

  /** The frame of a record. */
  public static byte[] of(byte[] record) {
    byte[] frame = new byte[HEADER + record.length + TRAILER];
    LONGS.set(frame, 0, (long) record.length);
    INTS.set(frame, Long.BYTES, checksum(frame, 0, Long.BYTES));
    System.arraycopy(record, 0, frame, HEADER, record.length);
    INTS.set(frame, HEADER + record.length, checksum(frame, HEADER, record.length));
    return frame;
  }

  private static int checksum(byte[] bytes, int from, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, count);
    return Integer.rotateRight((int) crc.getValue(), ROTATION) + MASK_DELTA;
  }
}
