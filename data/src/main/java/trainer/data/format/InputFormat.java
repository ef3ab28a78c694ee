package trainer.data.format;

import trainer.core.failure.FailureException;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;

/**
 * A format of input files: it cuts files into blocks and decodes blocks. Immutable and thread-safe.
 *
 * <p>Cutting and decoding agree only on the meaning of a block's offset, length, records and skip
 * in this format.
 */
public interface InputFormat {
  /** The name of the format in messages. */
  String name();

  /**
   * Parses a file's header and its first records, at a cost that does not grow with the file.
   *
   * @param labels records with other labels are broken
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT if it cannot be read
   */
  Head head(PinnedFile file, LabelRule labels);

  /**
   * Reports the blocks of a file in order.
   *
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  void cut(PinnedFile file, BlockSink blocks);

  /**
   * A decoder of this file's blocks, for one thread.
   *
   * @param labels records with other labels are broken
   */
  BlockDecoder decoder(PinnedFile file, LabelRule labels);
}
