package trainer.data.format.avro;

import java.util.Arrays;

/** A growing array and its used range; kept from block to block. */
final class GrowingBytes {
  byte[] array = new byte[1 << 16];
  int from;
  int to;

  /** Ensures {@code length} bytes from 0 on; the previous content may be lost. */
  void reset(int length) {
    if (array.length < length) {
      array = new byte[Math.max(length, (int) Math.min(1 << 30, array.length * 3L / 2))];
    }
    from = 0;
    to = 0;
  }

  /** Doubles the array, up to {@code most}, and keeps its content. */
  void grow(int most) {
    array = Arrays.copyOf(array, (int) Math.min(most, array.length * 2L));
  }
}
