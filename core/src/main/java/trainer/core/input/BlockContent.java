package trainer.core.input;

/**
 * The records read from one block.
 *
 * @param examples the records that can be used
 * @param bad the others
 */
public record BlockContent(Examples examples, BadRecords bad) {
  /** A block of which nothing can be used. */
  public static BlockContent unreadable(BadRecords bad) {
    Examples none = new Examples(0, new float[0], new int[1], new long[0], null);
    return new BlockContent(none, bad);
  }
}
