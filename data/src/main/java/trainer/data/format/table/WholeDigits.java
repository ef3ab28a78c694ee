package trainer.data.format.table;

/** The decimal digits of a whole number, in one array that is kept. Confined to one thread. */
public final class WholeDigits {
  private static final int MOST = 20;

  /** The bytes that a hash may read behind a text. */
  private static final int SPARE = Long.BYTES;

  private final byte[] bytes = new byte[MOST + SPARE];
  private int start = MOST;

  /** Takes the digits of a number. */
  public void set(long number) {
    start = MOST;
    // remainders keep the sign of the number, so the least long needs no case of its own
    long rest = number;
    do {
      bytes[--start] = (byte) ('0' + Math.abs((int) (rest % 10)));
      rest /= 10;
    } while (rest != 0);
    if (number < 0) {
      bytes[--start] = '-';
    }
  }

  /** The array of the digits. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where the digits begin. */
  public int start() {
    return start;
  }

  /** Where the digits end. */
  public int end() {
    return MOST;
  }
}
