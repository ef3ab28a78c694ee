package trainer.data.format;

import java.io.IOException;
import java.util.function.BiConsumer;
import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;

/** A decoder of the blocks of one open file. Used by one thread at a time. */
public interface BlockDecoder extends AutoCloseable {
  /**
   * Decodes the records of {@code block} into arrays of the result's own, and counts the broken
   * records that it leaves out.
   *
   * @throws FailureException INPUT_CORRUPT if the records cannot be separated from each other;
   *     INPUT_CHANGED, RECORD_TOO_LARGE
   */
  BlockContent decode(Block block);

  /**
   * Decodes all blocks of a unit, at the cost of one of them where the format decodes units as a
   * whole.
   *
   * @param block any block of the unit
   * @param blocks receives every block of the unit with its records, in order
   * @throws FailureException as {@link #decode}
   */
  default void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    blocks.accept(block, decode(block));
  }

  /** Releases what the decoder holds beside the file, which the caller closes. */
  @Override
  default void close() throws IOException {}
}
