package trainer.pserver.replica;

import java.util.List;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reduction;
import trainer.learning.fold.Folding;
import trainer.learning.spi.RowFold;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

/**
 * A fold over the committed rows of one table; it changes nothing.
 *
 * @param table the table's position
 * @param named the name of the function, for messages
 */
public record TableFold(int table, String named, RowFold function, List<Reduction> reductions) {
  public TableFold {
    reductions = List.copyOf(reductions);
  }

  /**
   * Folds the committed rows of a partition that differ from their initial values. Rows that are
   * merely reserved must not affect the result.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  List<Partial> compute(VersionedRows rows) {
    TableShard shard = rows.shard(table);
    Table of = shard.table();
    Folding folding = new Folding(named, of.spec().name(), function, reductions);
    float[] cells = new float[of.stride()];
    float[] weights = new float[of.width()];
    for (int row = 0; row < shard.rows(); row++) {
      rows.readCommitted(table, row, cells);
      long key = shard.key(row);
      if (!of.isInitial(key, cells, 0)) {
        of.readWeights(cells, 0, weights, 0);
        folding.row(key, weights);
      }
    }
    return folding.partials();
  }
}
