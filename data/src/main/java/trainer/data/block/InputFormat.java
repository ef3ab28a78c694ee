package trainer.data.block;

import trainer.core.failure.FailureException;
import trainer.data.file.PinnedFile;

/**
 * One way input is written. Immutable and thread-safe.
 *
 * <p>Cutting and decoding agree on one thing only: what offset, length, records and skip of a block
 * mean in this format.
 */
public interface InputFormat {
  /**
   * Reports the blocks of a file in order.
   *
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  void cut(PinnedFile file, BlockSink blocks);

  /** A decoder of this file's blocks, for one thread. */
  BlockDecoder decoder(PinnedFile file);
}
