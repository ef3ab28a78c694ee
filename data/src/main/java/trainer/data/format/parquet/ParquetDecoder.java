package trainer.data.format.parquet;

import java.util.List;
import java.util.function.BiConsumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.table.ExampleBuilder;

/**
 * A decoder of blocks of a Parquet file: runs of the rows of a row group.
 *
 * <p>The decoder keeps the row group that it read last, with its position. Blocks in order thus
 * cost no more than the row group as a whole. For a block before that position it begins anew.
 */
final class ParquetDecoder implements BlockDecoder {
  private final ParquetFile file;
  private final FormatSettings settings;
  private final ColumnChoice choice;
  private final List<ColumnBatch> batches;
  private final ExampleBuilder examples;
  private final ExamplesBuffer buffer;

  /** The row group that is being read; null for none. */
  private RowGroupReader rows;

  /**
   * @param labels records with other labels are broken
   */
  ParquetDecoder(
      ParquetFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    this.file = file;
    this.settings = settings;
    this.buffer = new ExamplesBuffer(settings.sampler(file.file()));
    this.choice = ColumnChoice.of(file, settings.table());
    this.batches = choice.batches();
    ColumnVector[] vectors = new ColumnVector[choice.columns().all().size()];
    for (int i = 0; i < batches.size(); i++) {
      vectors[place(choice.read().get(i))] = batches.get(i);
    }
    int first = vectors.length - choice.partitions().size();
    for (int i = first; i < vectors.length; i++) {
      vectors[i] = choice.partitions().get(i - first);
    }
    this.examples =
        new ExampleBuilder(choice.columns(), vectors, settings.table(), labels, encoding, buffer);
  }

  private int place(ParquetColumn column) {
    return choice.columns().all().stream()
        .filter(one -> one.name().equals(column.name()))
        .mapToInt(Column::index)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public BlockContent decode(Block block) {
    RowGroup group = groupOf(block);
    RowGroupReader reader =
        rows != null && rows.isBefore(block.offset(), block.skip()) ? rows : open(group);
    // A row group that failed must not be resumed.
    rows = null;
    reader.skipTo(block.skip());
    buffer.clear();
    for (long left = block.records(); left > 0; ) {
      int count = (int) Math.min(left, RowGroupReader.BATCH);
      int first = reader.row();
      reader.read(count);
      examples.add(count, (record, what, advice) -> invalid(group, first + record, what, advice));
      left -= count;
    }
    rows = reader;
    return buffer.build();
  }

  @Override
  public void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    RowGroup group = groupOf(block);
    int size = RowGroupCutter.recordsOfBlock(settings);
    int number = block.number() - block.skip() / size;
    for (int skip = 0; skip < group.rows(); skip += size) {
      int records = Math.min(size, group.rows() - skip);
      Block next = new Block(number++, block.offset(), block.length(), records, skip);
      blocks.accept(next, decode(next));
      if (skip > Integer.MAX_VALUE - size) {
        return;
      }
    }
  }

  private RowGroupReader open(RowGroup group) {
    return new RowGroupReader(file, group, choice.read(), batches, settings.maxRecordBytes());
  }

  private RowGroup groupOf(Block block) {
    for (RowGroup group : file.groups()) {
      if (group.offset() == block.offset()
          && group.length() == block.length()
          && block.skip() + block.records() <= group.rows()) {
        return group;
      }
    }
    throw new FailureException(
        FailureKind.INPUT_CHANGED,
        "there is no row group of " + (block.skip() + block.records()) + " rows now",
        file.path() + " at byte " + block.offset(),
        "start a new job");
  }

  private Failure invalid(RowGroup group, int row, String what, String advice) {
    return new Failure(
        FailureKind.DATA_INVALID,
        what,
        file.path() + ", row group at byte " + group.offset() + ", row " + row,
        advice);
  }
}
