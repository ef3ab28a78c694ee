package trainer.pserver.protocol;

/**
 * The gradient sums of a push, in the order of its key list, {@code width} integers a key. Read
 * only if the share is not yet in: the second copy of a share is dropped unread.
 */
public interface GradientSums {
  /** No sums, for a share without keys here. */
  GradientSums NONE = of();

  /**
   * All of them, from the start of an array that stays as it is until the next call to the core.
   */
  long[] read();

  /** Sums that stand in an array. */
  static GradientSums of(long... values) {
    return () -> values;
  }
}
