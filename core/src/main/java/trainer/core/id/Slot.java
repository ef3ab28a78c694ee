package trainer.core.id;

/**
 * The position of a task in the order in which the tasks of one phase of passes are due; see {@link
 * trainer.core.fact.QueueChange}.
 *
 * @param number from 0; of T tasks, slot t is in pass t div T
 */
public record Slot(long number) implements Comparable<Slot> {
  @Override
  public int compareTo(Slot other) {
    return Long.compare(number, other.number);
  }

  /** The number alone, for log lines and reports. */
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
