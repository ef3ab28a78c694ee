package trainer.worker.compute;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.ModelPlaces;
import trainer.learning.block.TrainedModel;
import trainer.learning.spi.Pass;

/**
 * Rows in the memory of this process. A block is scored on the model's own arrays; only if a row of
 * it is not there, its weights are copied together with initial values.
 */
public final class LoadedWeights implements BlockWeights {
  private final Pass pass;
  private final TrainedModel model;
  private final ModelPlaces places;
  private final LocalRows rows;
  private final float[][] values;
  private final float[][] copied;

  /** The blocks whose weights are copied; null for any other. */
  private final List<DecodedBlock> toCopy = new ArrayList<>();

  public LoadedWeights(Pass pass, TrainedModel model, List<TableSpec> tables) {
    this.pass = pass;
    this.model = model;
    this.places = model.places();
    this.rows = new LocalRows(tables);
    this.values = model.values();
    this.copied = new float[tables.size()][];
  }

  @Override
  public int records() {
    return 1; // a block at a time stays near
  }

  @Override
  public DecodedBlock number(InputFile file, Block block, BlockContent content) {
    DecodedBlock placed = DecodedBlock.of(file, block, content, pass, places);
    if (!places.lacksRows()) {
      toCopy.add(null);
      return placed;
    }
    DecodedBlock numbered = DecodedBlock.of(file, block, content, pass, rows);
    toCopy.add(numbered);
    return numbered;
  }

  @Override
  public void fetch() {
    // All rows are here.
  }

  @Override
  public float[][] of(int position) {
    DecodedBlock block = toCopy.get(position);
    if (block == null) {
      return values;
    }
    model.gather(block.keys(), copied);
    return copied;
  }

  @Override
  public void clear() {
    toCopy.clear();
  }
}
