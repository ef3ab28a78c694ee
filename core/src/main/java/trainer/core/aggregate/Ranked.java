package trainer.core.aggregate;

/**
 * A number that a row contributed, and where it is.
 *
 * @param value finite, and never −0
 * @param key the row's key
 * @param index which number of the row it is, as the function said; 0 where it said nothing
 */
public record Ranked(double value, long key, int index) {
  public Ranked {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value of " + value);
    }
    value += 0.0; // −0 becomes 0
  }
}
