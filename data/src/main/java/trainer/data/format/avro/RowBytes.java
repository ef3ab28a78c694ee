package trainer.data.format.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A reader of Avro's binary encoding in an array. Confined to one thread.
 *
 * <p>A read past the end of the array throws. A read past the limit returns stale bytes, so the
 * caller compares {@link #position} with {@link #limit} after each record.
 */
final class RowBytes {
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** The float 1 twice. */
  private static final long TWO_ONES = 0x3f8000003f800000L;

  private byte[] bytes = new byte[0];
  private int position;
  private int limit;
  private int records;

  void set(byte[] array, int from, int to) {
    bytes = array;
    position = from;
    limit = to;
    records = 0;
  }

  /** The number of records that were read. */
  int records() {
    return records;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  /** The array, for ranges of it between positions. */
  byte[] bytes() {
    return bytes;
  }

  /** Counts a record; rejects one that was read past the limit. */
  void endRecord() {
    if (position > limit) {
      throw new IllegalArgumentException("the record does not end within the block");
    }
    records++;
  }

  /** The branch of a union of two. */
  int readBranch() {
    long branch = readLong();
    if (branch < 0 || branch > 1) {
      throw new IllegalArgumentException("branch " + branch + " of 2");
    }
    return (int) branch;
  }

  long readLong() {
    byte[] b = bytes;
    int p = position;
    byte one = b[p++];
    long value = one & 0x7f;
    int shift = 7;
    while (one < 0) {
      if (shift > 63) {
        throw new IllegalArgumentException("a number of more than 10 bytes");
      }
      one = b[p++];
      value |= (one & 0x7fL) << shift;
      shift += 7;
    }
    position = p;
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads {@code count} longs into {@code to} from {@code at} on. */
  void readLongs(int count, long[] to, int at) {
    byte[] b = bytes;
    int p = position;
    int last = b.length - Long.BYTES;
    for (int i = at; i < at + count; i++) {
      long word = p <= last ? (long) LONGS.get(b, p) : -1;
      long ends = ~word & HIGH_BITS;
      if (ends == 0) {
        position = p;
        to[i] = readLong();
        p = position;
      } else {
        long value = sevens(word & (ends ^ (ends - 1)));
        to[i] = (value >>> 1) ^ -(value & 1);
        p += (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
      }
    }
    position = p;
  }

  /** The low seven bits of each byte, combined in three steps for all eight. */
  private static long sevens(long bytes) {
    long two = (bytes & 0x007f007f007f007fL) | ((bytes & 0x7f007f007f007f00L) >>> 1);
    long four = (two & 0x00003fff00003fffL) | ((two & 0x3fff00003fff0000L) >>> 2);
    return (four & 0x000000000fffffffL) | ((four & 0x0fffffff00000000L) >>> 4);
  }

  /** Skips {@code count} floats if all are 1. */
  boolean skipOnes(int count) {
    byte[] b = bytes;
    int end = position + count * Float.BYTES;
    if (count > (b.length - position) / Float.BYTES) {
      return false;
    }
    int p = position;
    while (p <= end - Long.BYTES) {
      if ((long) LONGS.get(b, p) != TWO_ONES) {
        return false;
      }
      p += Long.BYTES;
    }
    if (p < end && (float) FLOATS.get(b, p) != 1f) {
      return false;
    }
    position = end;
    return true;
  }

  float readFloat() {
    float value = (float) FLOATS.get(bytes, position);
    position += Float.BYTES;
    return value;
  }

  double readDouble() {
    double value = (double) DOUBLES.get(bytes, position);
    position += Double.BYTES;
    return value;
  }

  boolean readBoolean() {
    byte value = bytes[position++];
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException("a boolean of " + value);
    }
    return value == 1;
  }

  void skip(long count) {
    if (count < 0 || count > limit - position) {
      throw new IllegalArgumentException(count + " bytes announced, " + left() + " are left");
    }
    position += (int) count;
  }

  private int left() {
    return limit - position;
  }

  /** The length of an array's or map's next run; 0 is its end. */
  int readRun() {
    long count = readLong();
    if (count < 0) {
      count = -count;
      readLong();
    }
    // An element takes a byte or more in every schema that is read here.
    if (count < 0 || count > left()) {
      throw new IllegalArgumentException(count + " elements announced, " + left() + " bytes left");
    }
    return (int) count;
  }
}
