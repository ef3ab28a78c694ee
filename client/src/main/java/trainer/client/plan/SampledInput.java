package trainer.client.plan;

import java.util.List;

/**
 * The result of a sample: the size of an input, its keys, and the costs of a row.
 *
 * @param sampledRows the rows that were read
 * @param sampledBlocks their blocks
 * @param costs a row, on average
 * @param keys for each table the rows of it that the blocks name; null for a dense one
 */
record SampledInput(
    Extent extent, long sampledRows, int sampledBlocks, Costs costs, List<KeyGrowth> keys) {
  /**
   * The size of an input.
   *
   * @param rows about, unless {@code isCounted}
   */
  record Extent(int files, long bytes, int blocks, long rows, boolean isCounted) {}

  /**
   * Costs of a row, on average.
   *
   * @param nonzeros the features of a row
   * @param memory bytes of a decoded row in a worker
   * @param readSeconds processor time for reading and decoding it
   * @param numberSeconds processor time for numbering the rows of tables that it names
   * @param trainSeconds processor time for its forward and backward pass
   */
  record Costs(
      double nonzeros,
      double memory,
      double readSeconds,
      double numberSeconds,
      double trainSeconds) {}

  /** About how many rows of a table so many blocks name; of a dense one, 0. */
  double keys(int table, long blocks) {
    return keys.get(table) == null ? 0 : keys.get(table).keys(blocks);
  }

  /** The rows of so many blocks, about. */
  double rows(long blocks) {
    return (double) extent.rows * blocks / extent.blocks;
  }
}
