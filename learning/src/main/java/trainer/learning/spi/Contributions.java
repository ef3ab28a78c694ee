package trainer.learning.spi;

/** Takes what a row contributes to the results of an aggregate phase, any number of times. */
public interface Contributions {
  /**
   * Contributes a number.
   *
   * @param result the position of its {@link trainer.core.aggregate.Reduction} in the phase's list
   * @param value finite and within ±2^960; anything else fails the job and names the row
   */
  default void add(int result, double value) {
    add(result, value, 0);
  }

  /**
   * Contributes a number to a ranking, which is to say which number of the row it is.
   *
   * @param index goes into the ranking with the row's key
   */
  void add(int result, double value, int index);
}
