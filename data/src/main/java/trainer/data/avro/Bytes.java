package trainer.data.avro;

import java.util.Arrays;

/** A growing array and how much of it is used; kept from block to block. */
final class Bytes {
  byte[] array = new byte[1 << 16];
  int from;
  int to;

  /** Makes room for {@code length} bytes from 0 on; what was there may be lost. */
  void reset(int length) {
    if (array.length < length) {
      array = new byte[Math.max(length, (int) Math.min(1 << 30, array.length * 3L / 2))];
    }
    from = 0;
    to = 0;
  }

  /** Doubles the room, up to {@code most}, and keeps what is there. */
  void grow(int most) {
    array = Arrays.copyOf(array, (int) Math.min(most, array.length * 2L));
  }
}
