package trainer.data.format;

import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;

/**
 * A format of input files: it recognizes a file, cuts it into blocks and decodes blocks. Immutable
 * and thread-safe.
 *
 * <p>Cutting and decoding agree only on the meaning of a block's offset, length, records and skip
 * in this format.
 *
 * <p>A format is registered by one line with the name of its class in {@code
 * META-INF/services/trainer.data.format.InputFormat} of its module. The class is public and has a
 * public constructor without parameters. {@link InputFormats} finds it by that line.
 */
public interface InputFormat {
  /** The value of {@code trainer.input.format} that requires this format, in lower case. */
  String name();

  /** The name of the format in messages. */
  String title();

  /** The evidence that a file is of this format, by its name, its first bytes and the job. */
  Evidence sniff(FileStart start, FormatSettings settings);

  /**
   * Rejects a file that its first bytes show to be of another format. It is called before any other
   * method reads the file.
   *
   * @throws FailureException INPUT_BAD_FILE; {@link FileStart#rejected} makes it
   */
  void requireFit(FileStart start);

  /** Whether the format reads a file that is compressed as a whole by itself. */
  default boolean isDecompressing() {
    return false;
  }

  /**
   * Parses a file's header and its first records, at a cost that does not grow with the file.
   *
   * @param labels records with other labels are broken
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT if it cannot be read
   */
  Head check(PinnedFile file, FormatSettings settings, LabelRule labels);

  /**
   * Adds the columns and the first records of a table to a sample, at a cost that does not grow
   * with the file. A format whose rows are keys and values adds nothing.
   *
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  void sample(PinnedFile file, FormatSettings settings, TableSample sample);

  /**
   * Reports the blocks of a file in order.
   *
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  void cut(PinnedFile file, FormatSettings settings, BlockSink blocks);

  /**
   * Opens a decoder of this file's blocks, for one thread.
   *
   * @param settings those that the file was cut by
   * @param labels records with other labels are broken
   * @param encoding the use of a table's rows
   */
  BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding);
}
