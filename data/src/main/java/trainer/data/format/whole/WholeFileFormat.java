package trainer.data.format.whole;

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
 * The format whose records are files: each file is one record, and one block. The columns of a
 * record are {@code path} and those of the folders above it. A file is of this format only where
 * the job says so.
 */
public final class WholeFileFormat implements InputFormat {
  /** The value of {@code trainer.input.format}. */
  public static final String NAME = "file";

  /** The column of the file's path. */
  static final String PATH = "path";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "whole files";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    return Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {}

  /** A compressed file is a record as it is. */
  @Override
  public boolean isDecompressing() {
    return true;
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    BlockContent content = decoder(file, settings).decode(blockOf(file));
    return new Head(content.examples().records(), true, content.bad());
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    sample.column(PATH).add(file.file().path(), false);
    sample.endRecord();
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    blocks.block(0, file.length(), 1, 0);
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return decoder(file, settings);
  }

  private static Block blockOf(PinnedFile file) {
    return new Block(0, 0, file.length(), 1, 0);
  }

  private static WholeFileDecoder decoder(PinnedFile file, FormatSettings settings) {
    return new WholeFileDecoder(file, settings.table().kept(), settings.maxRecordBytes());
  }
}
