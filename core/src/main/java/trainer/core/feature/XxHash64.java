package trainer.core.feature;

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
 */
public final class XxHash64 {
  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

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
  public static long hash(byte[] bytes, int from, int to, long seed) {
    Objects.checkFromToIndex(from, to, bytes.length);
    int length = to - from;
    long hash = length < STRIPE ? seed + PRIME_5 : stripes(bytes, from, to, seed);
    return rest(bytes, to - length % STRIPE, to, hash + length);
  }

  private static long stripes(byte[] bytes, int from, int to, long seed) {
    long a = seed + PRIME_1 + PRIME_2;
    long b = seed + PRIME_2;
    long c = seed;
    long d = seed - PRIME_1;
    for (int i = from; i <= to - STRIPE; i += STRIPE) {
      a = round(a, (long) LONG.get(bytes, i));
      b = round(b, (long) LONG.get(bytes, i + 8));
      c = round(c, (long) LONG.get(bytes, i + 16));
      d = round(d, (long) LONG.get(bytes, i + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long rest(byte[] bytes, int from, int to, long start) {
    long hash = start;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = round(0, (long) LONG.get(bytes, i));
      hash = Long.rotateLeft(hash ^ word, 27) * PRIME_1 + PRIME_4;
    }
    if (i <= to - Integer.BYTES) {
      long word = Integer.toUnsignedLong((int) INT.get(bytes, i)) * PRIME_1;
      hash = Long.rotateLeft(hash ^ word, 23) * PRIME_2 + PRIME_3;
      i += Integer.BYTES;
    }
    for (; i < to; i++) {
      hash = Long.rotateLeft(hash ^ (bytes[i] & 0xFF) * PRIME_5, 11) * PRIME_1;
    }
    return avalanche(hash);
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
