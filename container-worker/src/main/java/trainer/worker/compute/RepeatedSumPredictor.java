package trainer.worker.compute;

import java.util.function.IntFunction;
import trainer.core.input.Examples;
import trainer.core.math.RepeatedSums;
import trainer.learning.block.DecodedBlock;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneList;

/**
 * A prediction of the equal sums of a push: those of keys that occur in only one record of a share,
 * if all values are ones. In a linear model the gradient of each such key is the record's slope. In
 * other models it may be anything.
 *
 * <p>The cost is a visit of every nonzero of the share, for each lane, at the first push of a list.
 * The saving is measured by EqualSumsBenchmark (decision 31).
 */
public final class RepeatedSumPredictor implements IntFunction<RepeatedSums.Groups> {
  /** With more nonzeros for each sum, a lookup of the sums is faster. */
  private static final int NONZEROS_A_SUM = 6;

  /**
   * The bits from this one on count the occurrences of a key; the bits below hold the sum of their
   * records.
   */
  private static final int ONCE_BITS = 40;

  private final PreparedShare share;
  private final LaneList list;

  /**
   * @param list the part of the share's keys that is pushed
   */
  public RepeatedSumPredictor(PreparedShare share, LaneList list) {
    this.share = share;
    this.list = list;
  }

  /** The groups of the list's n-th table, or null if a prediction is not worthwhile there. */
  @Override
  public RepeatedSums.Groups apply(int nth) {
    int table = share.layout().table(list, nth);
    if (share.layout().width(table) != 1 || !isWorthwhile(table, count(nth))) {
      return null;
    }
    long[] seen = new long[share.layout().size()];
    int records = 0;
    for (int b = 0; b < share.blocks().size(); b++) {
      DecodedBlock block = share.blocks().get(b);
      see(block, table, share.places()[b][table], records, seen);
      records += block.examples().records();
    }
    return RepeatedSums.Groups.ofSets(sets(nth, seen), records);
  }

  /** Whether all values are ones, and there are many sums for the records and their nonzeros. */
  private boolean isWorthwhile(int table, int sums) {
    long records = 0;
    long nonzeros = 0;
    for (DecodedBlock block : share.blocks()) {
      if (!isOfOnes(block, table)) {
        return false;
      }
      records += block.examples().records();
      nonzeros += block.examples().nonzeros();
    }
    return records <= sums && nonzeros <= (long) NONZEROS_A_SUM * sums;
  }

  /** Whether the block has one row for each nonzero, and all nonzeros are 1. */
  private static boolean isOfOnes(DecodedBlock block, int table) {
    return table < block.rows().length
        && !block.keys()[table].isWhole()
        && block.examples().values() == null
        && block.rows()[table].length == block.examples().nonzeros();
  }

  /** Adds up the records and the number of occurrences of each key. */
  private static void see(
      DecodedBlock block, int table, RowPlaces places, int before, long[] seen) {
    Examples examples = block.examples();
    int[] rows = block.rows()[table];
    int[] starts = places.starts();
    for (int i = 0; i < examples.records(); i++) {
      long once = (1L << ONCE_BITS) + before + i + 1;
      for (int j = examples.starts()[i]; j < examples.starts()[i + 1]; j++) {
        if (rows[j] >= 0) {
          seen[starts == null ? places.from() + rows[j] : starts[rows[j]]] += once;
        }
      }
    }
  }

  /** For each pushed key of the table: the only record that has it, from 1, or 0. */
  private int[] sets(int nth, long[] seen) {
    KeyListLayout layout = share.layout();
    long[] pushed = seen;
    if (!list.isWhole()) {
      pushed = new long[layout.size(list)];
      layout.gather(list, seen, pushed);
    }
    int[] sets = new int[count(nth)];
    int start = start(nth);
    for (int i = 0; i < sets.length; i++) {
      long more = (pushed[start + i] >>> ONCE_BITS) - 1;
      int several = (int) ((more | -more) >> 63); // no branch, which would be mispredicted
      sets[i] = (int) pushed[start + i] & ~several;
    }
    return sets;
  }

  private int start(int nth) {
    return nth == 0 ? 0 : share.layout().ends(list)[nth - 1];
  }

  /** The number of pushed sums of the list's n-th table. */
  private int count(int nth) {
    return share.layout().ends(list)[nth] - start(nth);
  }
}
