package trainer.data.format.parquet;

import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a file into blocks, from its footer alone. A row group is a unit. Its blocks have {@code
 * trainer.block.records} rows, or 1,000 by default; the last one of a row group has the rest.
 *
 * <p>Blocks do not cross row groups, so rows in other row groups make other blocks. With row groups
 * of a multiple of the block's rows, all files of the same rows give the same blocks.
 */
final class RowGroupCutter {
  private static final int DEFAULT_RECORDS = 1000;

  private RowGroupCutter() {}

  /** The rows of a block. */
  static int recordsOfBlock(FormatSettings settings) {
    return settings.blockRecords() > 0 ? settings.blockRecords() : DEFAULT_RECORDS;
  }

  static void cut(ParquetFile file, FormatSettings settings, BlockSink blocks) {
    int size = recordsOfBlock(settings);
    for (RowGroup group : file.groups()) {
      blocks.unit();
      for (long skip = 0; skip < group.rows(); skip += size) {
        long records = Math.min(size, group.rows() - skip);
        blocks.block(group.offset(), group.length(), records, (int) skip);
      }
    }
  }
}
