package trainer.onnx.proto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The fields of a message of protocol buffers, one by one. */
final class ProtoFields {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int BYTES = 2;
  private static final int FOUR_BYTES = 5;

  private final ByteBuffer bytes;
  private final int end;
  private int at;
  private int field;
  private int wireType;
  private long number;
  private int from;

  ProtoFields(ByteBuffer bytes) {
    this(bytes, 0, bytes.limit());
  }

  private ProtoFields(ByteBuffer bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /**
   * Goes to the next field; false at the end.
   *
   * @throws IllegalArgumentException when the bytes are no such message
   */
  boolean next() {
    if (at == end) {
      return false;
    }
    long tag = varint();
    field = (int) (tag >>> 3);
    wireType = (int) tag & 7;
    if (field <= 0 || tag >>> 3 > 1 << 29) {
      throw new IllegalArgumentException("no field has the number " + (tag >>> 3));
    }
    switch (wireType) {
      case VARINT -> number = varint();
      case EIGHT_BYTES -> skip(8);
      case BYTES -> skip(varint());
      case FOUR_BYTES -> skip(4);
      default -> throw new IllegalArgumentException("no field has the type " + wireType);
    }
    return true;
  }

  private void skip(long length) {
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("a field of " + length + " bytes is cut off");
    }
    from = at;
    at += (int) length;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == end) {
        throw new IllegalArgumentException("a number is cut off");
      }
      byte next = bytes.get(at++);
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number has more than 64 bits");
  }

  /** Whether this is the field with a number and bytes. */
  boolean isBytes(int number) {
    return field == number && wireType == BYTES;
  }

  /** Whether this is the field with a number and an integer. */
  boolean isInteger(int number) {
    return field == number && wireType == VARINT;
  }

  int field() {
    return field;
  }

  boolean hasBytes() {
    return wireType == BYTES;
  }

  long integer() {
    return number;
  }

  String text() {
    return StandardCharsets.UTF_8.decode(bytes.slice(from, at - from)).toString();
  }

  ProtoFields message() {
    return new ProtoFields(bytes, from, at);
  }
}
