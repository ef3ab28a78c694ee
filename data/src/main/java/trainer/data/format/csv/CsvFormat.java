package trainer.data.format.csv;

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
import trainer.data.format.TableUse;

/**
 * The format of CSV text: a header with the names of the columns, and a record a line.
 *
 * <p>A block is a range of bytes with whole records. Cutting reads the whole file ({@link
 * CsvCutter}).
 */
public final class CsvFormat implements InputFormat {
  private static final int HEAD_BYTES = 1 << 18;

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String title() {
    return "CSV text";
  }

  /** Text is CSV if its name says so, or if the job names columns of its input. */
  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    boolean isNamed = start.isNamed(".csv") || start.isNamed(".tsv");
    boolean isTable = isNamed || TableUse.isAsked(settings.job());
    return isTable && start.isText() ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (!start.isText()) {
      throw start.rejected("not CSV text");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    CsvFile csv = CsvFile.open(file, settings);
    if (csv.isEmpty()) {
      return Head.EMPTY;
    }
    CsvDecoder decoder = new CsvDecoder(csv, settings, labels, TableEncoding.unscaled());
    long from = csv.header().end();
    long end = endOfHead(csv);
    BlockContent content = decoder.decode(new Block(0, from, end - from, -1, 0));
    return new Head(content.examples().records(), end == file.length(), content.bad());
  }

  /** The end of the last record that begins among the first bytes. */
  private static long endOfHead(CsvFile csv) {
    CsvScanner records = csv.records();
    long end = csv.header().end();
    while (end < HEAD_BYTES && records.next()) {
      end = records.place(records.record().position());
    }
    return end < HEAD_BYTES ? csv.file().length() : end;
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    CsvFile csv = CsvFile.open(file, settings);
    CsvSampler.add(csv, HEAD_BYTES, sample);
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    new CsvCutter(CsvFile.open(file, settings), settings).cut(blocks);
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return new CsvDecoder(CsvFile.open(file, settings), settings, labels, encoding);
  }
}
