package trainer.core.id;

/**
 * The number that a worker or pserver process receives when it registers. A process that replaces
 * it receives another one, so that messages of the old process are recognized.
 *
 * @param number the term of the master that issued it, shifted left by 20 bits, plus a counter
 */
public record Incarnation(long number) implements Comparable<Incarnation> {
  /** Before the process has registered. */
  public static final Incarnation NONE = new Incarnation(0);

  @Override
  public int compareTo(Incarnation other) {
    return Long.compare(number, other.number);
  }

  /** The number alone, for log lines and reports. */
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
