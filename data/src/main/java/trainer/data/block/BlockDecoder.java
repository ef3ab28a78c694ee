package trainer.data.block;

import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.Examples;

/** Decodes the blocks of one open file. One thread at a time. */
@FunctionalInterface
public interface BlockDecoder {
  /**
   * The records of {@code block}, in arrays of their own.
   *
   * @throws FailureException INPUT_CORRUPT, INPUT_TRUNCATED, DATA_INVALID, RECORD_TOO_LARGE
   */
  Examples decode(Block block);
}
