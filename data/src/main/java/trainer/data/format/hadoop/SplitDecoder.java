package trainer.data.format.hadoop;

import java.util.function.BiConsumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.Head;
import trainer.data.format.payload.PayloadDecoder;

/**
 * A decoder of blocks: runs of the records of a split.
 *
 * <p>The decoder keeps the reader of the last split, with its position. Blocks in order thus cost
 * no more than the split as a whole. For a block before that position it begins anew.
 */
final class SplitDecoder implements BlockDecoder {
  private static final int HEAD_RECORDS = 1000;

  private final FileSplits splits;
  private final int blockRecords;
  private final PayloadDecoder payload;
  private final ExamplesBuffer buffer;

  /** The reader that was opened last; null for none. */
  private SplitReader reader;

  /** Whether the reader may be resumed: its last block did not fail. */
  private boolean isSound;

  /**
   * @param payload decodes into {@code buffer}
   */
  SplitDecoder(FileSplits splits, int blockRecords, PayloadDecoder payload, ExamplesBuffer buffer) {
    this.splits = splits;
    this.blockRecords = blockRecords;
    this.payload = payload;
    this.buffer = buffer;
  }

  /** The first records of the file. */
  Head head() {
    buffer.clear();
    boolean isWhole = true;
    for (SplitPlace place : splits.places()) {
      try (SplitReader records = splits.open(place)) {
        while (isWhole && records.next()) {
          add(records);
          isWhole = buffer.seen() < HEAD_RECORDS;
        }
      }
      if (!isWhole) {
        break;
      }
    }
    BlockContent content = buffer.build();
    return new Head(content.examples().records(), isWhole, content.bad());
  }

  @Override
  public BlockContent decode(Block block) {
    SplitReader records = readerAt(block);
    isSound = false;
    long count = read(records, block.records());
    if (count != block.records()) {
      throw fewer(block, count);
    }
    isSound = true;
    return buffer.build();
  }

  /** A reader before the first record of a block. */
  private SplitReader readerAt(Block block) {
    SplitPlace wanted = splits.at(block.offset(), block.length());
    if (!isSound || !reader.place().equals(wanted) || reader.read() > block.skip()) {
      close();
      reader = splits.open(wanted);
    }
    isSound = false;
    while (reader.read() < block.skip()) {
      if (!reader.next()) {
        throw fewer(block, 0);
      }
    }
    return reader;
  }

  /** Decodes the next records into the buffer; returns their number. */
  private long read(SplitReader records, long most) {
    buffer.clear();
    long count = 0;
    while (count < most && records.next()) {
      add(records);
      count++;
    }
    return count;
  }

  private void add(SplitReader records) {
    payload.decode(
        records.value().bytes(),
        0,
        records.value().length(),
        (what, advice) ->
            new Failure(FailureKind.DATA_INVALID, what, records.where(records.read() - 1), advice));
  }

  private RuntimeException fewer(Block block, long count) {
    return splits.changed(
        "a block of "
            + block.records()
            + " records from record "
            + block.skip()
            + " has "
            + count
            + " now",
        block.offset());
  }

  @Override
  public void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    int first = block.number() - block.skip() / blockRecords;
    SplitReader records = readerAt(new Block(first, block.offset(), block.length(), 0, 0));
    long count = blockRecords;
    for (int i = 0; count == blockRecords; i++) {
      int skip = i * blockRecords;
      count = read(records, blockRecords);
      if (skip == block.skip() && count != block.records()) {
        throw fewer(block, count);
      }
      if (count > 0) {
        blocks.accept(
            new Block(first + i, block.offset(), block.length(), count, skip), buffer.build());
      }
    }
    close();
  }

  @Override
  public void close() {
    isSound = false;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
