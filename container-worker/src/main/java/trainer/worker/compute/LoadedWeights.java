package trainer.worker.compute;

import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.TrainedModel;

/** Rows in the memory of this process. */
public final class LoadedWeights implements BlockWeights {
  private final TrainedModel model;
  private final float[][] weights;
  private List<DecodedBlock> blocks = List.of();

  /**
   * @param tables the number of the model's tables
   */
  public LoadedWeights(TrainedModel model, int tables) {
    this.model = model;
    this.weights = new float[tables][];
  }

  @Override
  public int records() {
    return 1; // a block at a time, so that its weights stay near
  }

  @Override
  public void fetch(List<DecodedBlock> some) {
    blocks = List.copyOf(some);
  }

  @Override
  public float[][] of(int block) {
    model.gather(blocks.get(block).keys(), weights);
    return weights;
  }
}
