package trainer.data.format.hadoop;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a file into blocks of {@code trainer.block.records} records, or of 1,000. It reads each
 * split to its end, since only the records themselves tell their number.
 */
final class SplitCutter {
  private static final int DEFAULT_RECORDS = 1000;

  private SplitCutter() {}

  /** The records of a block; the last one of a split has the rest. */
  static int recordsOfBlock(FormatSettings settings) {
    return settings.blockRecords() > 0 ? settings.blockRecords() : DEFAULT_RECORDS;
  }

  static void cut(FileSplits splits, FormatSettings settings, BlockSink blocks) {
    int size = recordsOfBlock(settings);
    for (SplitPlace place : splits.places()) {
      long records = count(splits, place);
      if (records > 0) {
        blocks.unit();
      }
      for (long skip = 0; skip < records; skip += size) {
        long ofBlock = Math.min(size, records - skip);
        blocks.block(place.offset(), place.length(), ofBlock, (int) skip);
      }
    }
  }

  private static long count(FileSplits splits, SplitPlace place) {
    try (SplitReader records = splits.open(place)) {
      while (records.next()) {
        if (records.read() == Integer.MAX_VALUE) {
          throw new FailureException(
              FailureKind.INPUT_BAD_FILE,
              "a split of 2^31 records or more",
              records.where(),
              "set mapreduce.input.fileinputformat.split.maxsize to smaller splits");
        }
      }
      return records.read();
    }
  }
}
