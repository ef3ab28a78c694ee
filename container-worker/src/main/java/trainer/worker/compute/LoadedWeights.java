package trainer.worker.compute;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.ModelBlocks;
import trainer.learning.block.TrainedModel;
import trainer.learning.spi.Pass;

/** Rows in the memory of this process. */
public final class LoadedWeights implements BlockWeights {
  private final ModelBlocks blocks;
  private final List<ModelBlocks.Numbered> numbered = new ArrayList<>();

  public LoadedWeights(Pass pass, TrainedModel model, List<TableSpec> tables) {
    this.blocks = new ModelBlocks(pass, model, tables);
  }

  @Override
  public int records() {
    return 1; // a block at a time stays near
  }

  @Override
  public DecodedBlock number(InputFile file, Block block, BlockContent content) {
    ModelBlocks.Numbered one = blocks.number(file, block, content);
    numbered.add(one);
    return one.block();
  }

  @Override
  public void fetch() {
    // All rows are here.
  }

  @Override
  public float[][] of(int position) {
    return blocks.weights(numbered.get(position));
  }

  @Override
  public void clear() {
    numbered.clear();
  }
}
