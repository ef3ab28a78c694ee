package trainer.data.format.hadoop;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.UnitBlocks;

/** Cuts a file. It reads each split to its end, since only the records tell their number. */
final class SplitCutter {
  private SplitCutter() {}

  static void cut(FileSplits splits, FormatSettings settings, BlockSink blocks) {
    for (SplitPlace place : splits.places()) {
      long records = count(splits, place);
      if (records > 0) {
        new UnitBlocks(place.offset(), place.length(), records, settings.recordsOfUnitBlock())
            .report(blocks);
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
