package trainer.model.feature;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.feature.DecimalText;
import trainer.core.feature.XxHash64;

/** The bytes of a key, in one array that grows. Confined to one thread. */
final class KeyBytes {
  private static final int FIRST_SIZE = 64;
  private static final int MOST_DIGITS = 20;
  private static final int ASCII_END = 0x80;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int length;

  /** Removes all bytes. */
  KeyBytes clear() {
    length = 0;
    return this;
  }

  KeyBytes append(int one) {
    reserve(1);
    bytes[length++] = (byte) one;
    return this;
  }

  KeyBytes append(byte[] source) {
    reserve(source.length);
    System.arraycopy(source, 0, bytes, length, source.length);
    length += source.length;
    return this;
  }

  /** Appends a text in UTF-8. */
  KeyBytes append(CharSequence text) {
    int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c >= ASCII_END) {
        length -= i;
        return append(text.toString().getBytes(StandardCharsets.UTF_8));
      }
      bytes[length++] = (byte) c;
    }
    return this;
  }

  /** Appends the digits of a whole number, without an object. */
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

  private void reserve(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }
  }
}
