package trainer.protocol.bulk;

import java.nio.ByteBuffer;

/** Small numbers of so many bits each, packed into bytes from the lowest bit on. */
final class PackedCodes {
  private PackedCodes() {}

  static void put(ByteBuffer to, char[] codes, int bits) {
    long waiting = 0;
    int filled = 0;
    for (char code : codes) {
      waiting |= (long) code << filled;
      filled += bits;
      while (filled >= Byte.SIZE) {
        to.put((byte) waiting);
        waiting >>>= Byte.SIZE;
        filled -= Byte.SIZE;
      }
    }
    if (filled > 0) {
      to.put((byte) waiting);
    }
  }

  /** The bytes have to be there. */
  static char[] get(ByteBuffer from, int count, int bits) {
    char[] codes = new char[count];
    int mask = (1 << bits) - 1;
    long waiting = 0;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      while (filled < bits) {
        waiting |= (from.get() & 0xFFL) << filled;
        filled += Byte.SIZE;
      }
      codes[i] = (char) (waiting & mask);
      waiting >>>= bits;
      filled -= bits;
    }
    return codes;
  }
}
