package trainer.learning.spi;

/**
 * The receiver of a row's contributions to the results of an aggregate phase. A fold may call it
 * any number of times for one row.
 */
public interface Contributions {
  /**
   * Contributes a number.
   *
   * @param result the position of its {@link trainer.core.aggregate.Reduction} in the phase's list
   * @param value finite and within ±2^960; any other value fails the job and names the row
   */
  default void add(int result, double value) {
    add(result, value, 0);
  }

  /**
   * Contributes a number to a ranking, with its position in the row.
   *
   * @param result the position of its {@link trainer.core.aggregate.Reduction} in the phase's list
   * @param value as above
   * @param index goes into the ranking with the row's key
   */
  void add(int result, double value, int index);
}
