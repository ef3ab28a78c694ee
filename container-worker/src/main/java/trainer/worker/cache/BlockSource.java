package trainer.worker.cache;

import java.util.function.BiConsumer;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;

/** A source of decoded records. Used by one thread, which closes it. */
public interface BlockSource extends AutoCloseable {
  /**
   * Reads a block. Where its format decodes units as a whole, the other blocks of its unit come
   * with it.
   *
   * @param blocks receives each block with its records, without those that are broken
   * @throws trainer.core.failure.FailureException naming file and offset
   */
  void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks);

  @Override
  void close();
}
