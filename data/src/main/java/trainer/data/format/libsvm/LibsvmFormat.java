package trainer.data.format.libsvm;

import trainer.core.feature.encode.TableEncoding;
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
 * The format of libsvm text.
 *
 * <p>A block is a range of bytes; its records are the lines that begin in it. Any cut thus assigns
 * each line to exactly one block, and ranges of equal size need no payload. With {@code
 * trainer.block.records} the same rule holds for ranges that begin and end with a line.
 */
public final class LibsvmFormat implements InputFormat {
  private static final int HEAD_BYTES = 1 << 16;

  private static final byte[] AVRO = {'O', 'b', 'j', 1};

  @Override
  public String name() {
    return "libsvm";
  }

  @Override
  public String title() {
    return "libsvm text";
  }

  /** Text has no magic number, so a file is libsvm text unless another format claims it. */
  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    return Evidence.ASSUMED;
  }

  @Override
  public void requireFit(FileStart start) {
    if (start.startsWith(AVRO)) {
      throw start.rejected("an Avro container file, not text");
    }
    if (!start.isText()) {
      throw start.rejected("not libsvm text");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    return new LibsvmDecoder(file, settings, labels).head(HEAD_BYTES);
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    if (settings.blockRecords() > 0) {
      new LibsvmRecordCutter(file, settings).cut(blocks);
      return;
    }
    long step = settings.textBlockBytes();
    for (long offset = 0; offset < file.length(); offset += step) {
      blocks.block(offset, Math.min(step, file.length() - offset), -1, 0);
    }
  }

  /** Rows of keys and values have no columns. */
  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {}

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return new LibsvmDecoder(file, settings, labels);
  }
}
