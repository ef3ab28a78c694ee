package trainer.data.format.encoding;

import java.util.Arrays;

/**
 * A decoder of runs: equal numbers by their count, others packed in groups of eight. Levels,
 * booleans and the entries of dictionaries are stored so.
 */
public final class RunLengthDecoder {
  private final PageBytes in;
  private final int width;

  /** The numbers that are left of the run. */
  private long left;

  private boolean isPacked;

  /** The number of a run of equal ones. */
  private int repeated;

  /** The next bit of a packed run. */
  private long bit;

  /**
   * @param width the bits of a number, 0 to 32
   */
  public RunLengthDecoder(PageBytes in, int width) {
    if (width < 0 || width > Integer.SIZE) {
      throw new BadPageException("numbers of " + width + " bits");
    }
    this.in = in;
    this.width = width;
  }

  /** Decodes the next {@code count} numbers. */
  public void read(int[] into, int count) {
    int done = 0;
    while (done < count) {
      if (left == 0) {
        begin();
      }
      int taken = (int) Math.min(left, count - done);
      if (isPacked) {
        unpack(into, done, taken);
      } else {
        Arrays.fill(into, done, done + taken, repeated);
      }
      left -= taken;
      done += taken;
    }
  }

  private void begin() {
    long header = in.takeVarint(0, Integer.MAX_VALUE);
    isPacked = (header & 1) == 1;
    if (isPacked) {
      // The last group of a page may lack the bytes behind its last number.
      long bytes = Math.min((header >>> 1) * width, in.end - in.at);
      bit = (long) in.take(bytes) << 3;
      left = width == 0 ? (header >>> 1) << 3 : (bytes << 3) / width;
    } else {
      int bytes = (width + 7) >>> 3;
      int from = in.take(bytes);
      repeated = (int) PageBytes.bits(in.array, (long) from << 3, bytes << 3);
      left = header >>> 1;
      if (width < Integer.SIZE && repeated >>> width != 0) {
        throw new BadPageException(repeated + " has more than " + width + " bits");
      }
    }
    if (left == 0) {
      throw new BadPageException("a run of no numbers");
    }
  }

  private void unpack(int[] into, int from, int count) {
    byte[] array = in.array;
    long at = bit;
    int mask = (int) (-1L >>> (Long.SIZE - Math.max(1, width)));
    for (int i = from; i < from + count; i++) {
      into[i] = (int) (PageBytes.longAt(array, (int) (at >>> 3)) >>> (at & 7)) & mask;
      at += width;
    }
    bit = at;
  }
}
