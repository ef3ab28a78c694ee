package trainer.protocol.bulk;

import java.nio.ByteBuffer;

/** Small numbers of a fixed width, at most 16 bits, packed into bytes from the lowest bit on. */
final class PackedCodes {
  private PackedCodes() {}

  /** The number of bytes of the codes. */
  static long bytes(int count, int bits) {
    return ((long) count * bits + 7) / Byte.SIZE;
  }

  static void put(ByteBuffer to, char[] codes, int bits) {
    int at = to.position();
    long waiting = 0;
    int filled = 0;
    for (char code : codes) {
      waiting |= (long) code << filled;
      filled += bits;
      if (filled >= Integer.SIZE) {
        to.putInt(at, Integer.reverseBytes((int) waiting));
        at += Integer.BYTES;
        waiting >>>= Integer.SIZE;
        filled -= Integer.SIZE;
      }
    }
    for (; filled > 0; filled -= Byte.SIZE) {
      to.put(at++, (byte) waiting);
      waiting >>>= Byte.SIZE;
    }
    to.position(at);
  }

  /** Reads codes; the buffer must have all their bytes. */
  static char[] get(ByteBuffer from, int start, int count, int bits) {
    char[] codes = new char[count];
    int mask = (1 << bits) - 1;
    int lastWord = from.limit() - Integer.BYTES;
    for (int i = 0; i < count; i++) {
      long bit = (long) i * bits;
      int at = start + (int) (bit >>> 3);
      int word = at <= lastWord ? Integer.reverseBytes(from.getInt(at)) : rest(from, at);
      codes[i] = (char) (word >>> (bit & 7) & mask);
    }
    return codes;
  }

  private static int rest(ByteBuffer from, int start) {
    int word = 0;
    for (int at = from.limit() - 1; at >= start; at--) {
      word = (word << Byte.SIZE) | (from.get(at) & 0xFF);
    }
    return word;
  }
}
