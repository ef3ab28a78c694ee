package trainer.worker.compute;

import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;

/**
 * The rows of a trained model, for the blocks that one thread scores: some blocks are numbered,
 * then their rows are fetched together, then each is scored. Used by that thread.
 */
public interface BlockWeights {
  /** The records after which the rows are fetched. */
  int records();

  /** Numbers the rows of a block, which is fetched next. */
  DecodedBlock number(InputFile file, Block block, BlockContent content);

  /**
   * Fetches the rows of the blocks that were numbered since the last {@link #clear}.
   *
   * @throws FailureException of any kind if the thread is interrupted; its flag is set then
   */
  void fetch();

  /**
   * The weights of one of the blocks, as {@link trainer.learning.spi.Model#score} expects them. The
   * next call may reuse the arrays.
   *
   * @param position among the blocks since the last {@link #clear}
   */
  float[][] of(int position);

  /** Forgets all blocks. */
  void clear();
}
