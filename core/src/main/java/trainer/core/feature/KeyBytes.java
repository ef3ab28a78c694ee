package trainer.core.feature;

import java.util.Arrays;

/** The bytes of a key, in one array that grows. */
final class KeyBytes {
  private static final int FIRST_SIZE = 64;
  private static final int MOST_DIGITS = 20;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int length;

  int length() {
    return length;
  }

  /** Keeps the first {@code kept} bytes alone. */
  KeyBytes cut(int kept) {
    length = kept;
    return this;
  }

  KeyBytes append(int one) {
    reserve(1);
    bytes[length++] = (byte) one;
    return this;
  }

  KeyBytes append(boolean value) {
    return append(String.valueOf(value));
  }

  KeyBytes append(byte[] source) {
    return append(source, 0, source.length);
  }

  KeyBytes append(byte[] source, int from, int to) {
    int count = to - from;
    reserve(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends ASCII characters. */
  KeyBytes append(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      append(ascii.charAt(i));
    }
    return this;
  }

  /** Appends the digits of {@code number}, without an object as {@link Long#toString} needs it. */
  KeyBytes appendDecimal(long number) {
    reserve(MOST_DIGITS);
    if (number < 0) {
      bytes[length++] = '-';
    }
    int end = length + digitsOf(number);
    // remainders keep the sign of the number, so the least long needs no case of its own
    long rest = number;
    for (int i = end - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + Math.abs((int) (rest % 10)));
      rest /= 10;
    }
    length = end;
    return this;
  }

  private static int digitsOf(long number) {
    int digits = 1;
    for (long rest = number / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /** Appends the {@link DecimalText} of a number. */
  KeyBytes appendDecimal(double number) {
    return DecimalText.isWhole(number)
        ? appendDecimal((long) number)
        : append(DecimalText.of(number));
  }

  long hash(long seed) {
    return XxHash64.hash(bytes, 0, length, seed);
  }

  /** The hash of these bytes and a range behind them. */
  PrefixedHash prefixed(long seed) {
    return new PrefixedHash(Arrays.copyOf(bytes, length), seed);
  }

  private void reserve(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }
  }
}
