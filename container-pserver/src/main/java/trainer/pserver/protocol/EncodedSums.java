package trainer.pserver.protocol;

/**
 * The gradient sums of a push, in the order of its key list, {@code width} integers a key. They are
 * read only if the share has not arrived yet: a duplicate is dropped unread.
 */
public interface EncodedSums {
  /** No sums, for a share without keys here. */
  EncodedSums NONE = of();

  /** Reads all sums. The array stays unchanged until the next call to the core. */
  long[] read();

  /** Sums in an array. */
  static EncodedSums of(long... values) {
    return () -> values;
  }
}
