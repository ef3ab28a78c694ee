package trainer.data.format.example;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A reader of protobuf's wire format in an array. No read passes the limit, which a message within
 * another one sets to its own end. Confined to one thread.
 */
final class MessageBytes {
  /** The wire types, in the low bits of a tag. */
  static final int VARINT = 0;

  static final int FIXED_64 = 1;
  static final int BYTES = 2;
  static final int FIXED_32 = 5;

  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int TYPE_BITS = 3;
  private static final int MOST_SHIFT = 63;

  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  /** Takes the message in {@code array[from .. to-1]}. */
  void set(byte[] array, int from, int to) {
    bytes = array;
    position = from;
    limit = to;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  boolean isAtEnd() {
    return position == limit;
  }

  /** Moves to a range that was read before. */
  void range(int from, int to) {
    position = from;
    limit = to;
  }

  /** The tag of a field whose values are bytes, or messages. */
  static int tagOfBytes(int field) {
    return field << TYPE_BITS | BYTES;
  }

  static int tag(int field, int type) {
    return field << TYPE_BITS | type;
  }

  int readTag() {
    long tag = readVarint();
    if (tag < 1 << TYPE_BITS || tag > Integer.MAX_VALUE) {
      throw new BadMessageException("a tag of " + tag);
    }
    return (int) tag;
  }

  long readVarint() {
    long value = 0;
    for (int shift = 0; shift <= MOST_SHIFT; shift += 7) {
      if (position == limit) {
        throw new BadMessageException("it ends within a number");
      }
      byte one = bytes[position++];
      value |= (one & 0x7fL) << shift;
      if (one >= 0) {
        return value;
      }
    }
    throw new BadMessageException("a number of more than 10 bytes");
  }

  float readFloat() {
    require(Float.BYTES);
    float value = (float) FLOATS.get(bytes, position);
    position += Float.BYTES;
    return value;
  }

  /** The length of the bytes that follow; they are within the limit. */
  int readLength() {
    long length = readVarint();
    require(length);
    return (int) length;
  }

  /** Passes over bytes. */
  void skip(long count) {
    require(count);
    position += (int) count;
  }

  /** Passes over the value of a field. */
  void skipValue(int tag) {
    switch (tag & ((1 << TYPE_BITS) - 1)) {
      case VARINT -> readVarint();
      case FIXED_64 -> skip(Long.BYTES);
      case BYTES -> skip(readLength());
      case FIXED_32 -> skip(Float.BYTES);
      default -> throw new BadMessageException("a tag of " + tag);
    }
  }

  private void require(long count) {
    if (count < 0 || count > limit - position) {
      throw new BadMessageException(
          count + " bytes announced, " + (limit - position) + " are left");
    }
  }
}
