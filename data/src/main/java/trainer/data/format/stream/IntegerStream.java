package trainer.data.format.stream;

/** Whole numbers in the order in which a stream stores them. Confined to one thread. */
public interface IntegerStream {
  /**
   * Reads the next numbers.
   *
   * @throws trainer.data.format.encoding.BadPageException if the stream ends before, or does not
   *     follow the format
   */
  void read(long[] into, int from, int count);
}
