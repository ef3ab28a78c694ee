package trainer.data.format;

import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;

/** A decoder of the blocks of one open file. Used by one thread at a time. */
@FunctionalInterface
public interface BlockDecoder {
  /**
   * Decodes the records of {@code block} into arrays of the result's own, and counts the broken
   * records that it leaves out.
   *
   * @throws FailureException INPUT_CORRUPT if the records cannot be separated from each other;
   *     INPUT_CHANGED, RECORD_TOO_LARGE
   */
  BlockContent decode(Block block);
}
