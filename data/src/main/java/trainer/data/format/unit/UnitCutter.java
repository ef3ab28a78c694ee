package trainer.data.format.unit;

import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a file into blocks, from its metadata alone. The blocks of a unit have {@code
 * trainer.block.records} rows, or 1,000 by default; the last one of a unit has the rest.
 *
 * <p>Blocks do not cross units, so rows in other units make other blocks. With units of a multiple
 * of the block's rows, all files of the same rows give the same blocks.
 */
final class UnitCutter {
  private static final int DEFAULT_RECORDS = 1000;

  private UnitCutter() {}

  /** The rows of a block. */
  static int recordsOfBlock(FormatSettings settings) {
    return settings.blockRecords() > 0 ? settings.blockRecords() : DEFAULT_RECORDS;
  }

  static void cut(UnitFile<?, ?> file, FormatSettings settings, BlockSink blocks) {
    int size = recordsOfBlock(settings);
    for (RowUnit unit : file.units()) {
      blocks.unit();
      for (long skip = 0; skip < unit.rows(); skip += size) {
        long records = Math.min(size, unit.rows() - skip);
        blocks.block(unit.offset(), unit.length(), records, (int) skip);
      }
    }
  }
}
