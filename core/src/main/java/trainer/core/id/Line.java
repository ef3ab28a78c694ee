package trainer.core.id;

/**
 * The number of a line: a fork of the versions that are not committed yet. It rises whenever those
 * versions are decided anew, and results of a lower line are void.
 *
 * @param number 0 before the first line
 */
public record Line(long number) implements Comparable<Line> {
  /** Before the first line. */
  public static final Line NONE = new Line(0);

  /** The line that follows this one. */
  public Line next() {
    return new Line(number + 1);
  }

  @Override
  public int compareTo(Line other) {
    return Long.compare(number, other.number);
  }

  /** The number alone, for log lines and reports. */
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
