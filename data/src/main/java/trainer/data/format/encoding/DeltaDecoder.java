package trainer.data.format.encoding;

/**
 * A decoder of DELTA_BINARY_PACKED: the first number, then blocks of differences. A block has the
 * least difference, and miniblocks of the rest, each with a width of its own.
 */
final class DeltaDecoder implements ValueDecoder {
  private static final int MOST_IN_BLOCK = 1 << 20;

  private final PageBytes in;
  private final int miniblocks;
  private final int perMiniblock;
  private final int first;

  /** The numbers that are left. */
  private int left;

  private long number;
  private boolean hasBegun;

  /** The least difference of the block, and the place of its widths. */
  private long least;

  private int widths;

  /** The next miniblock of the block, and the numbers left of the present one. */
  private int next;

  private int inMiniblock;
  private int width;
  private long bit;

  /**
   * A decoder of the range.
   *
   * @param most the most numbers that the page can have
   */
  DeltaDecoder(PageBytes in, int most) {
    this.in = in;
    int block = in.takeVarint(1, MOST_IN_BLOCK);
    miniblocks = in.takeVarint(1, block);
    perMiniblock = block / miniblocks;
    if (perMiniblock % Byte.SIZE != 0) {
      throw new BadPageException("miniblocks of " + perMiniblock + " numbers");
    }
    left = in.takeVarint(0, most);
    number = in.takeZigzag();
    first = in.at;
    next = miniblocks;
  }

  /** The place behind the numbers. Only before the first of them is read. */
  int end() {
    long rest = left - 1L;
    while (rest > 0) {
      beginBlock();
      for (int i = 0; i < miniblocks && rest > 0; i++) {
        in.take(bytesOf(in.array[widths + i]));
        rest -= perMiniblock;
      }
    }
    int end = in.at;
    in.at = first;
    next = miniblocks;
    return end;
  }

  @Override
  public void read(RawValues into, int count) {
    long[] words = into.words(count);
    for (int i = 0; i < count; i++) {
      words[i] = next();
    }
  }

  long next() {
    if (left == 0) {
      throw new BadPageException("fewer numbers than the page has values");
    }
    left--;
    if (!hasBegun) {
      hasBegun = true;
      return number;
    }
    if (inMiniblock == 0) {
      beginMiniblock();
    }
    number += least + PageBytes.bits(in.array, bit, width);
    bit += width;
    inMiniblock--;
    return number;
  }

  private void beginBlock() {
    least = in.takeZigzag();
    widths = in.take(miniblocks);
    next = 0;
  }

  private void beginMiniblock() {
    if (next == miniblocks) {
      beginBlock();
    }
    width = in.array[widths + next++];
    bit = (long) in.take(bytesOf((byte) width)) << 3;
    inMiniblock = perMiniblock;
  }

  private long bytesOf(byte bits) {
    if (bits < 0 || bits > Long.SIZE) {
      throw new BadPageException("differences of " + bits + " bits");
    }
    return ((long) perMiniblock * bits) >>> 3;
  }
}
