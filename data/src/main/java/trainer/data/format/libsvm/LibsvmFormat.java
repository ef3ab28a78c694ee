package trainer.data.format.libsvm;

import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.InputFormat;

/**
 * The format of libsvm text.
 *
 * <p>A block is a range of bytes; its records are the lines that begin in it. Any cut thus assigns
 * each line to exactly one block, and ranges of equal size need no payload. With {@code
 * trainer.block.records} the same rule holds for ranges that begin and end with a line.
 */
public final class LibsvmFormat implements InputFormat {
  private static final int HEAD_BYTES = 1 << 16;

  private final FormatSettings cutting;

  public LibsvmFormat(FormatSettings cutting) {
    this.cutting = cutting;
  }

  @Override
  public String name() {
    return "libsvm text";
  }

  @Override
  public Head head(PinnedFile file, LabelRule labels) {
    return new LibsvmDecoder(file, cutting.maxRecordBytes(), labels).head(HEAD_BYTES);
  }

  @Override
  public void cut(PinnedFile file, BlockSink blocks) {
    if (cutting.blockRecords() > 0) {
      new LibsvmRecordCutter(file, cutting).cut(blocks);
      return;
    }
    long step = cutting.textBlockBytes();
    for (long offset = 0; offset < file.length(); offset += step) {
      blocks.block(offset, Math.min(step, file.length() - offset), -1, 0);
    }
  }

  @Override
  public BlockDecoder decoder(PinnedFile file, LabelRule labels) {
    return new LibsvmDecoder(file, cutting.maxRecordBytes(), labels);
  }
}
