package trainer.worker.compute;

import java.util.List;
import trainer.core.failure.FailureException;
import trainer.learning.block.DecodedBlock;

/** The rows of a trained model, for the blocks that one thread scores. Used by that thread. */
public interface BlockWeights {
  /** The records that are fetched for at once, at least. */
  int records();

  /**
   * Fetches the rows that blocks name.
   *
   * @throws FailureException of any kind if the thread is interrupted; its flag is set then
   */
  void fetch(List<DecodedBlock> blocks);

  /**
   * The weights of one of the blocks, as {@link trainer.learning.spi.Model#score} expects them. The
   * arrays are reused by the next call.
   *
   * @param block its position among the blocks of {@link #fetch}
   */
  float[][] of(int block);
}
