package trainer.model.feature;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The hash function XXH64 over a range of bytes (Yann Collet, "xxHash fast digest algorithm",
 * specification 0.1.1).
 *
 * <p>Ranges of 32 bytes and more go through four lanes of 64 bits, which are then merged. The rest
 * follows in words of 8, then 4, then single bytes. A last avalanche mixes all bits.
 *
 * <p>The same function as in training, which is written for Java 17; a test compares both.
 */
final class XxHash64 {
  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  /** The bytes from which on a range goes through the lanes. */
  private static final int STRIPE = 4 * Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash64() {}

  /**
   * The hash of the bytes {@code from .. to-1}.
   *
   * @throws IndexOutOfBoundsException for a range that is not within the array
   */
  static long hash(byte[] bytes, int from, int to, long seed) {
    Objects.checkFromToIndex(from, to, bytes.length);
    int length = to - from;
    long hash = length < STRIPE ? start(seed, length) : stripes(bytes, from, to, seed) + length;
    return rest(bytes, to - length % STRIPE, to, hash);
  }

  private static long stripes(byte[] bytes, int from, int to, long seed) {
    long a = seed + PRIME_1 + PRIME_2;
    long b = seed + PRIME_2;
    long c = seed;
    long d = seed - PRIME_1;
    for (int i = from; i <= to - STRIPE; i += STRIPE) {
      a = round(a, word(bytes, i));
      b = round(b, word(bytes, i + 8));
      c = round(c, word(bytes, i + 16));
      d = round(d, word(bytes, i + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  /** The hash before the first byte of a range that is shorter than a stripe. */
  private static long start(long seed, int length) {
    return seed + PRIME_5 + length;
  }

  /** The hash after the last bytes, fewer than a stripe. */
  private static long rest(byte[] bytes, int from, int to, long start) {
    long hash = start;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      hash = afterWord(hash, word(bytes, i));
    }
    if (i <= to - Integer.BYTES) {
      hash = afterHalf(hash, (int) INT.get(bytes, i));
      i += Integer.BYTES;
    }
    for (; i < to; i++) {
      hash = afterByte(hash, bytes[i] & 0xFF);
    }
    return avalanche(hash);
  }

  /** The 8 bytes from {@code at} on, the first in the lowest bits. */
  private static long word(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  private static long afterWord(long hash, long word) {
    return Long.rotateLeft(hash ^ round(0, word), 27) * PRIME_1 + PRIME_4;
  }

  private static long afterHalf(long hash, int half) {
    return Long.rotateLeft(hash ^ Integer.toUnsignedLong(half) * PRIME_1, 23) * PRIME_2 + PRIME_3;
  }

  private static long afterByte(long hash, long one) {
    return Long.rotateLeft(hash ^ one * PRIME_5, 11) * PRIME_1;
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * PRIME_2;
    mixed = (mixed ^ (mixed >>> 29)) * PRIME_3;
    return mixed ^ (mixed >>> 32);
  }
}
