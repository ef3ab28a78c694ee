package trainer.data.format.encoding;

/** A decoder of the values of one page, in order. Confined to one thread. */
@FunctionalInterface
public interface ValueDecoder {
  /**
   * Decodes the next values.
   *
   * @throws BadPageException if the page does not have them
   */
  void read(RawValues into, int count);
}
