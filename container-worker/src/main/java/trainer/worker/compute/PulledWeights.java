package trainer.worker.compute;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.spi.Pass;

/** Rows that pservers hold: those of several blocks are pulled at once, each row one time. */
public final class PulledWeights implements BlockWeights {
  /** Pulls the rows of blocks; waits for them. */
  public interface Source {
    /** The weights of the share's rows, in the order of its layout. */
    float[] pull(PreparedShare share);
  }

  /**
   * Enough for the cost of a round trip, and for keys that records have in common; few enough for
   * the memory of a small worker.
   */
  private static final int RECORDS = 4096;

  private final Pass pass;
  private final Source source;
  private final LocalRows rows;
  private final ShareKeys keys;
  private final ComputeBuffers buffers;
  private final List<DecodedBlock> blocks = new ArrayList<>();
  private PreparedShare share;
  private float[] weights;

  public PulledWeights(Pass pass, List<TableSpec> tables, Source source) {
    this.pass = pass;
    this.source = source;
    this.rows = new LocalRows(tables);
    this.keys = new ShareKeys(tables);
    this.buffers = new ComputeBuffers(tables);
  }

  @Override
  public int records() {
    return RECORDS;
  }

  @Override
  public DecodedBlock number(InputFile file, Block block, BlockContent content) {
    DecodedBlock numbered = DecodedBlock.of(file, block, content, pass, rows);
    blocks.add(numbered);
    return numbered;
  }

  @Override
  public void fetch() {
    share = keys.prepare(blocks);
    weights = source.pull(share);
  }

  @Override
  public float[][] of(int position) {
    buffers.gather(share.places()[position], weights);
    return buffers.weights;
  }

  @Override
  public void clear() {
    blocks.clear();
    share = null;
    weights = null;
  }
}
