package trainer.learning.block;

import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Pass;

/**
 * Blocks to be scored with a trained model in memory. A block is scored on the model's own arrays;
 * only if a row of it is not there, its weights are copied together with initial values. Used by
 * one thread.
 */
public final class ModelBlocks {
  private final Pass pass;
  private final TrainedModel model;
  private final ModelPlaces places;
  private final LocalRows rows;
  private final float[][] copied;

  /**
   * A block whose rows are numbered.
   *
   * @param isPlaced whether the numbers are places in the model
   */
  public record Numbered(DecodedBlock block, boolean isPlaced) {}

  public ModelBlocks(Pass pass, TrainedModel model, List<TableSpec> tables) {
    this.pass = pass;
    this.model = model;
    this.places = model.places();
    this.rows = new LocalRows(tables);
    this.copied = new float[tables.size()][];
  }

  public Numbered number(InputFile file, Block block, BlockContent content) {
    DecodedBlock placed = DecodedBlock.of(file, block, content, pass, places);
    return places.lacksRows()
        ? new Numbered(DecodedBlock.of(file, block, content, pass, rows), false)
        : new Numbered(placed, true);
  }

  /**
   * The weights of a block, as {@link trainer.learning.spi.Model#score} expects them; those of the
   * block before may be overwritten.
   */
  public float[][] weights(Numbered of) {
    if (of.isPlaced) {
      return model.values();
    }
    model.gather(of.block.keys(), copied);
    return copied;
  }
}
