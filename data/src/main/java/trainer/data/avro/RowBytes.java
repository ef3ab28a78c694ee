package trainer.data.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads Avro's binary encoding from an array. One thread.
 *
 * <p>A read past the end of the array throws; past the limit it gives stale bytes, so the caller
 * compares {@link #position} with {@link #limit} after each record.
 */
final class RowBytes {
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  void set(byte[] array, int from, int to) {
    bytes = array;
    position = from;
    limit = to;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
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
