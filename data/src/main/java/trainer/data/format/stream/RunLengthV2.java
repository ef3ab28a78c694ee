package trainer.data.format.stream;

import trainer.data.format.encoding.BadPageException;

/**
 * The second version of runs of integers. The two highest bits of a run's first byte are its form.
 *
 * <p>The specification of ORC v1 describes the forms, at <a
 * href="https://orc.apache.org/specification/ORCv1/">orc.apache.org</a>.
 */
final class RunLengthV2 extends IntegerRuns {
  private static final int SHORTEST = 3;

  /** The widths in bits by their code. */
  private static final int[] WIDTHS = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28,
    30, 32, 40, 48, 56, 64
  };

  private final long[] patches = new long[32];

  RunLengthV2(StreamInput in, boolean isSigned) {
    super(in, isSigned);
  }

  @Override
  int decode() {
    int first = in.next();
    return switch (first >>> 6) {
      case 0 -> repeated(first);
      case 1 -> direct(first);
      case 2 -> patched(first);
      default -> delta(first);
    };
  }

  private static int width(int first) {
    return WIDTHS[first >>> 1 & 0x1F];
  }

  private int count(int first) {
    return ((first & 1) << 8 | in.next()) + 1;
  }

  /** One value, three to ten times. */
  private int repeated(int first) {
    int count = (first & 7) + SHORTEST;
    long stored = in.nextNumber((first >>> 3 & 7) + 1);
    long value = isSigned ? unfolded(stored) : stored;
    for (int i = 0; i < count; i++) {
      run[i] = value;
    }
    return count;
  }

  /** Values of equal width. */
  private int direct(int first) {
    int count = count(first);
    in.nextBits(run, count, width(first));
    if (isSigned) {
      for (int i = 0; i < count; i++) {
        run[i] = unfolded(run[i]);
      }
    }
    return count;
  }

  /** Distances from the least value, of equal width; larger ones have further bits in patches. */
  private int patched(int first) {
    int count = count(first);
    int width = width(first);
    int third = in.next();
    int fourth = in.next();
    int baseBytes = (third >>> 5) + 1;
    int patchWidth = WIDTHS[third & 0x1F];
    int gapWidth = (fourth >>> 5) + 1;
    int patchCount = fourth & 0x1F;
    if (patchWidth + gapWidth > Long.SIZE) {
      throw new BadPageException("a patch of " + (patchWidth + gapWidth) + " bits");
    }
    long base = base(in.nextNumber(baseBytes), baseBytes);
    in.nextBits(run, count, width);
    in.nextBits(patches, patchCount, closestWidth(patchWidth + gapWidth));
    long mask = -1L >>> (Long.SIZE - patchWidth);
    int place = 0;
    for (int i = 0; i < patchCount; i++) {
      place += (int) (patches[i] >>> patchWidth);
      if (place >= count) {
        throw new BadPageException("a patch of value " + place + " of " + count);
      }
      // a patch of no bits only lengthens the gap; none is wider than a long has room for
      run[place] |= width < Long.SIZE ? (patches[i] & mask) << width : 0;
    }
    for (int i = 0; i < count; i++) {
      run[i] += base;
    }
    return count;
  }

  /** The base, whose highest bit is its sign. */
  private static long base(long stored, int bytes) {
    long sign = 1L << (bytes * Byte.SIZE - 1);
    return (stored & sign) == 0 ? stored : -(stored & ~sign);
  }

  private static int closestWidth(int bits) {
    for (int width : WIDTHS) {
      if (width >= bits) {
        return width;
      }
    }
    throw new IllegalArgumentException(bits + " bits");
  }

  /** A first value and the steps to the others, which all rise or all fall. */
  private int delta(int first) {
    boolean isFixed = (first >>> 1 & 0x1F) == 0;
    int count = count(first);
    long value = nextNumber();
    long step = unfolded(in.nextVarint());
    if (isFixed) {
      for (int i = 0; i < count; i++) {
        run[i] = value;
        value += step;
      }
      return count;
    }
    if (count < 2) {
      throw new BadPageException("a run of steps has " + count + " values");
    }
    in.nextBits(run, count - 2, width(first));
    boolean isFalling = step < 0;
    long next = run[0];
    run[0] = value;
    value += step;
    for (int i = 1; i < count; i++) {
      long following = i < count - 1 ? run[i] : 0;
      run[i] = value;
      value += isFalling ? -next : next;
      next = following;
    }
    return count;
  }
}
