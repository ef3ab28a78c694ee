package trainer.worker.compute;

import java.util.List;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;

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

  private final Source source;
  private final ShareKeys keys;
  private final ComputeBuffers buffers;
  private PreparedShare share;
  private float[] weights;

  public PulledWeights(List<TableSpec> tables, Source source) {
    this.source = source;
    this.keys = new ShareKeys(tables);
    this.buffers = new ComputeBuffers(tables);
  }

  @Override
  public int records() {
    return RECORDS;
  }

  @Override
  public void fetch(List<DecodedBlock> blocks) {
    share = keys.prepare(blocks);
    weights = source.pull(share);
  }

  @Override
  public float[][] of(int block) {
    buffers.gather(share.places()[block], weights);
    return buffers.weights;
  }
}
