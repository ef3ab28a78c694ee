package trainer.core.id;

/**
 * The number of a master. Each master takes it from the state store when it takes over, and it is
 * higher than that of every master before; a member refuses orders of a lower term.
 *
 * @param number 1 for the first master of an application
 */
public record Term(long number) implements Comparable<Term> {
  /** Before the first master. */
  public static final Term NONE = new Term(0);

  /** The term of the next master. */
  public Term next() {
    return new Term(number + 1);
  }

  @Override
  public int compareTo(Term other) {
    return Long.compare(number, other.number);
  }

  /** The number alone, for log lines and reports. */
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
