package trainer.worker.cache;

import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;

/** A source of decoded records. Used by one thread, which closes it. */
public interface BlockSource extends AutoCloseable {
  /**
   * The records of one block, without those that are broken.
   *
   * @throws trainer.core.failure.FailureException naming file and offset
   */
  BlockContent read(InputFile file, Block block);

  @Override
  void close();
}
