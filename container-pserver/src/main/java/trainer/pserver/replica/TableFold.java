package trainer.pserver.replica;

import java.util.List;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reduction;
import trainer.learning.fold.Folding;
import trainer.learning.spi.RowFold;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

/**
 * A fold over the rows of one table, as a copy computes it: of what is committed, changing nothing.
 *
 * @param table the table's position
 * @param named what the function is, for messages
 */
public record TableFold(int table, String named, RowFold function, List<Reduction> reductions) {
  public TableFold {
    reductions = List.copyOf(reductions);
  }

  /**
   * What the committed rows contribute that are not as they were initially; which rows are merely
   * reserved must not show.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  List<Partial> compute(PartitionReplica copy) {
    TableShard slice = copy.slice(table);
    Table of = slice.table();
    Folding folding = new Folding(named, of.spec().name(), function, reductions);
    float[] cells = new float[of.stride()];
    float[] weights = new float[of.width()];
    for (int row = 0; row < slice.rows(); row++) {
      copy.readCommitted(table, row, cells);
      long key = slice.key(row);
      if (!of.isInitial(key, cells, 0)) {
        of.readWeights(cells, 0, weights, 0);
        folding.row(key, weights);
      }
    }
    return folding.partials();
  }
}
