package trainer.avro.container;

import java.util.Arrays;

/** A growing array and its used range; kept from block to block. Confined to one thread. */
public final class GrowingBytes {
  private byte[] array = new byte[1 << 16];
  private int from;
  private int to;

  /** The array; another one after {@link #reset}, {@link #grow} and {@link #share}. */
  public byte[] array() {
    return array;
  }

  /** The first byte of the used range. */
  public int from() {
    return from;
  }

  /** The end of the used range. */
  public int to() {
    return to;
  }

  public int length() {
    return to - from;
  }

  /** Ensures {@code length} bytes from 0 on, none used; the previous content may be lost. */
  public void reset(int length) {
    if (array.length < length) {
      array = new byte[Math.max(length, (int) Math.min(1 << 30, array.length * 3L / 2))];
    }
    from = 0;
    to = 0;
  }

  /** The unused bytes behind the used range. */
  public int room() {
    return array.length - to;
  }

  /** Adds bytes that were put behind the used range. */
  public void use(int length) {
    to += length;
  }

  /**
   * Doubles the array, up to {@code most}, and keeps its content.
   *
   * @throws OversizedBlockException if {@code most} bytes are used
   */
  public void grow(int most) {
    if (to >= most) {
      throw new OversizedBlockException(most);
    }
    array = Arrays.copyOf(array, (int) Math.min(most, array.length * 2L));
  }

  /** Takes the array and the used range of {@code other}, without a copy. */
  void share(GrowingBytes other) {
    array = other.array;
    from = other.from;
    to = other.to;
  }
}
