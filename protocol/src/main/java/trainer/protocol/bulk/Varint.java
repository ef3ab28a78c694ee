package trainer.protocol.bulk;

import java.nio.ByteBuffer;

/** Unsigned LEB128 of 64 bits, shortest form only. */
final class Varint {
  /** The most bytes one takes. */
  static final int MAX_BYTES = 10;

  private Varint() {}

  static void put(ByteBuffer to, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    to.put((byte) rest);
  }

  static long get(ByteBuffer from) throws MalformedFrameException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (!from.hasRemaining()) {
        throw new MalformedFrameException("the frame ends inside a number");
      }
      byte next = from.get();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) {
          throw new MalformedFrameException("a number is not in its shortest form");
        }
        return value;
      }
    }
    throw new MalformedFrameException("a number is longer than 64 bits");
  }

  /** A varint that has to lie in [0, max]. */
  static int getInt(ByteBuffer from, int max, String what) throws MalformedFrameException {
    long value = get(from);
    if (value < 0 || value > max) {
      throw new MalformedFrameException(
          what + " is " + Long.toUnsignedString(value) + ", at most " + max + " fits here");
    }
    return (int) value;
  }
}
