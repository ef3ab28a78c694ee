package trainer.core.aggregate;

/**
 * A number that a row contributed, and its place.
 *
 * @param value finite, and never −0
 * @param key the row's key
 * @param index the number's position in the row, as given by the function; 0 where it gave none
 */
public record Ranked(double value, long key, int index) {
  public Ranked {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value of " + value);
    }
    value += 0.0; // −0 becomes 0
  }
}
