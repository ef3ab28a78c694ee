package trainer.data.block;

import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;

/** Decodes the blocks of one open file. One thread at a time. */
@FunctionalInterface
public interface BlockDecoder {
  /**
   * The records of {@code block}, in arrays of their own, and what is wrong with those that had to
   * be left out.
   *
   * @throws FailureException INPUT_CORRUPT when none of them can be told from the others;
   *     INPUT_CHANGED, RECORD_TOO_LARGE
   */
  BlockContent decode(Block block);
}
