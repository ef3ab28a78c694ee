package trainer.data.format.unit;

import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.InputFormat;
import trainer.data.format.TableSample;
import trainer.data.format.UnitBlocks;

/**
 * A format of columns in units.
 *
 * <p>A block is a run of rows of a unit: it has the offset and length of the unit, and skips the
 * rows before it. {@link UnitBlocks} has the rule.
 */
public abstract class UnitFormat implements InputFormat {
  private static final int HEAD_ROWS = 1000;

  /**
   * Reads the metadata of a file.
   *
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  protected abstract UnitFile<?, ?> metadata(PinnedFile file);

  @Override
  public final Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    UnitFile<?, ?> table = metadata(file);
    BlockDecoder decoder = UnitDecoder.of(table, settings, labels, TableEncoding.unscaled());
    if (table.units().isEmpty()) {
      return Head.EMPTY;
    }
    RowUnit first = table.units().get(0);
    int rows = Math.min(HEAD_ROWS, first.rows());
    BlockContent content = decoder.decode(new Block(0, first.offset(), first.length(), rows, 0));
    boolean isWhole = table.units().size() == 1 && rows == first.rows();
    return new Head(content.examples().records(), isWhole, content.bad());
  }

  @Override
  public final void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    UnitFile<?, ?> table = metadata(file);
    ColumnChoice.requireReadable(table, settings.table());
    UnitSampler.add(table, settings, sample);
  }

  @Override
  public final void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    for (RowUnit unit : metadata(file).units()) {
      new UnitBlocks(unit.offset(), unit.length(), unit.rows(), settings.recordsOfUnitBlock())
          .report(blocks);
    }
  }

  @Override
  public final BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return UnitDecoder.of(metadata(file), settings, labels, encoding);
  }
}
