package trainer.core.id;

/** The number of committed mini-batches in a model, from 0 for the initial values. */
public record Version(long number) implements Comparable<Version> {
  /** The initial values. */
  public static final Version INITIAL = new Version(0);

  @Override
  public int compareTo(Version other) {
    return Long.compare(number, other.number);
  }

  /** The number alone, for log lines and reports. */
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
