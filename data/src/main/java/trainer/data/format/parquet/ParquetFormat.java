package trainer.data.format.parquet;

import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.Evidence;
import trainer.data.format.FileStart;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.InputFormat;
import trainer.data.format.TableSample;

/**
 * The format of Parquet files, as tables.
 *
 * <p>A block is a run of rows of a row group: it has the offset and length of the row group, and
 * skips the rows before it. {@link RowGroupCutter} has the rule.
 */
public final class ParquetFormat implements InputFormat {
  private static final int HEAD_ROWS = 1000;

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public String title() {
    return "Parquet";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    if (start.startsWith(ParquetFooter.MAGIC) || start.startsWith(ParquetFooter.ENCRYPTED)) {
      return Evidence.MAGIC;
    }
    return start.isNamed(".parquet") ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (start.startsWith(ParquetFooter.ENCRYPTED)) {
      throw ParquetFooter.encrypted(start.path());
    }
    if (!start.agreesWith(ParquetFooter.MAGIC)) {
      throw start.rejected("not a Parquet file");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    ParquetFile parquet = ParquetFile.open(file);
    ParquetDecoder decoder =
        new ParquetDecoder(parquet, settings, labels, TableEncoding.unscaled());
    if (parquet.groups().isEmpty()) {
      return Head.EMPTY;
    }
    RowGroup first = parquet.groups().get(0);
    int rows = Math.min(HEAD_ROWS, first.rows());
    BlockContent content = decoder.decode(new Block(0, first.offset(), first.length(), rows, 0));
    boolean isWhole = parquet.groups().size() == 1 && rows == first.rows();
    return new Head(content.examples().records(), isWhole, content.bad());
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    ParquetFile parquet = ParquetFile.open(file);
    ColumnChoice.requireReadable(parquet, settings.table());
    ParquetSampler.add(parquet, settings, sample);
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    RowGroupCutter.cut(ParquetFile.open(file), settings, blocks);
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return new ParquetDecoder(ParquetFile.open(file), settings, labels, encoding);
  }
}
