package trainer.pserver.partition;

/**
 * The gradient sums of a push, in the order of its key list, {@code width} integers a key. Read
 * only if the share is not yet in: the second copy of a share is dropped unread.
 */
public interface Sums {
  /** No sums, for a share without keys here. */
  Sums NONE = (from, count, target) -> {};

  /** Copies the integers {@code from .. from+count-1} to the start of {@code target}. */
  void read(int from, int count, long[] target);

  /**
   * These sums in a form that stays valid after the call they came with, for a push that has to
   * wait.
   */
  default Sums keep() {
    return this;
  }

  /** Sums that stand in an array, which must not change any more. */
  static Sums of(long[] values) {
    return (from, count, target) -> System.arraycopy(values, from, target, 0, count);
  }
}
