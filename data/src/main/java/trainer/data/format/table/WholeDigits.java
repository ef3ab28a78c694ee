package trainer.data.format.table;

/** The decimal digits of some whole numbers, in one array that is kept. Confined to one thread. */
public final class WholeDigits {
  private static final int MOST = 20;

  /** The bytes that a hash may read behind a text. */
  private static final int SPARE = Long.BYTES;

  private final byte[] bytes;

  /**
   * @param capacity how many numbers there may be
   */
  public WholeDigits(int capacity) {
    bytes = new byte[capacity * MOST + SPARE];
  }

  /**
   * Sets the number at a place.
   *
   * @return where its digits begin
   */
  public int put(int place, long number) {
    int start = end(place);
    // remainders keep the sign of the number, so the least long needs no case of its own
    long rest = number;
    do {
      bytes[--start] = (byte) ('0' + Math.abs((int) (rest % 10)));
      rest /= 10;
    } while (rest != 0);
    if (number < 0) {
      bytes[--start] = '-';
    }
    return start;
  }

  /** The array of the digits. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where the digits of the number at a place end. */
  public int end(int place) {
    return (place + 1) * MOST;
  }
}
