package trainer.pserver.partition;

/** Which key has which row of a slice. */
sealed interface Numbering permits KeyIndex, KeyRun {
  /** The row of a key that has none. */
  int ABSENT = -1;

  /** Takes a key and its row. */
  interface Visitor {
    void row(long key, int row);
  }

  int size();

  /** The row of {@code key}, or {@link #ABSENT}. */
  int find(long key);

  /** Hands over every key, in no order that means anything. */
  void forEach(Visitor visitor);

  /** The key of each row. */
  long[] keysByRow();

  /** All keys, ascending as unsigned numbers. */
  long[] sortedKeys();
}
