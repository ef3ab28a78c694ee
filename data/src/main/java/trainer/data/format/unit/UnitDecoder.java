package trainer.data.format.unit;

import java.util.function.BiConsumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.UnitBlocks;
import trainer.data.format.table.ExampleBuilder;

/**
 * A decoder of blocks of a file: runs of the rows of a unit.
 *
 * <p>The decoder keeps the unit that it read last, with its position. Blocks in order thus cost no
 * more than the unit as a whole. For a block before that position it begins anew.
 */
final class UnitDecoder<U extends RowUnit> implements BlockDecoder {
  private final UnitFile<?, U> file;
  private final FormatSettings settings;
  private final ColumnBatches<U> batches;
  private final ExampleBuilder examples;
  private final ExamplesBuffer buffer;

  /** The reader of the unit that is being read; null for none. */
  private UnitReader rows;

  /** The first byte of that unit. */
  private long opened;

  private UnitDecoder(
      UnitFile<?, U> file,
      FormatSettings settings,
      ColumnBatches<U> batches,
      ExampleBuilder examples,
      ExamplesBuffer buffer) {
    this.file = file;
    this.settings = settings;
    this.batches = batches;
    this.examples = examples;
    this.buffer = buffer;
  }

  /**
   * A decoder of a file.
   *
   * @param labels records with other labels are broken
   */
  static <C extends StoredColumn, U extends RowUnit> UnitDecoder<U> of(
      UnitFile<C, U> file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    ColumnChoice<C> choice = ColumnChoice.of(file, settings.table());
    ColumnBatches<U> batches = file.batches(choice.read(), choice::form, settings.maxRecordBytes());
    ColumnVector[] vectors = new ColumnVector[choice.columns().all().size()];
    for (int i = 0; i < choice.read().size(); i++) {
      vectors[choice.place(choice.read().get(i))] = batches.vectors().get(i);
    }
    int first = vectors.length - choice.partitions().size();
    for (int i = first; i < vectors.length; i++) {
      vectors[i] = choice.partitions().get(i - first);
    }
    ExamplesBuffer buffer = new ExamplesBuffer(settings.sampler(file.file()));
    ExampleBuilder examples =
        new ExampleBuilder(choice.columns(), vectors, settings.table(), labels, encoding, buffer);
    return new UnitDecoder<>(file, settings, batches, examples, buffer);
  }

  @Override
  public BlockContent decode(Block block) {
    U wanted = unitOf(block);
    boolean isResumed = rows != null && opened == wanted.offset() && rows.row() <= block.skip();
    UnitReader reader = isResumed ? rows : batches.open(wanted);
    // A unit that failed must not be resumed.
    rows = null;
    opened = wanted.offset();
    reader.skipTo(block.skip());
    buffer.clear();
    for (long left = block.records(); left > 0; ) {
      int count = (int) Math.min(left, UnitReader.BATCH);
      int first = reader.row();
      reader.read(count);
      examples.add(count, (record, what, advice) -> invalid(wanted, first + record, what, advice));
      left -= count;
    }
    rows = reader;
    return buffer.build();
  }

  @Override
  public void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    U wanted = unitOf(block);
    new UnitBlocks(wanted.offset(), wanted.length(), wanted.rows(), settings.recordsOfUnitBlock())
        .forEach(block, one -> blocks.accept(one, decode(one)));
  }

  private U unitOf(Block block) {
    for (U one : file.units()) {
      if (one.offset() == block.offset()
          && one.length() == block.length()
          && block.skip() + block.records() <= one.rows()) {
        return one;
      }
    }
    throw new FailureException(
        FailureKind.INPUT_CHANGED,
        "there is no " + file.unitTitle() + " of " + (block.skip() + block.records()) + " rows now",
        file.path() + " at byte " + block.offset(),
        "start a new job");
  }

  private Failure invalid(U place, int row, String what, String advice) {
    return new Failure(
        FailureKind.DATA_INVALID,
        what,
        file.path() + ", " + file.unitTitle() + " at byte " + place.offset() + ", row " + row,
        advice);
  }
}
