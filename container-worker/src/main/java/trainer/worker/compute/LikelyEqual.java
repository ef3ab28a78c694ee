package trainer.worker.compute;

import java.util.function.IntFunction;
import trainer.core.input.Examples;
import trainer.core.math.EqualSums;
import trainer.learning.block.DecodedBlock;
import trainer.worker.share.LaneList;
import trainer.worker.share.Layout;

/**
 * A guess which sums of a push are equal: of the keys that one record of a share alone has, where
 * all values are ones. A linear model's gradient of each is the record's slope; of other models it
 * may be anything, and a guess costs a look at every nonzero, with the first push of a list.
 */
public final class LikelyEqual implements IntFunction<EqualSums.Groups> {
  /** A key that was seen once has it, and the record's number below it. */
  private static final int ONCE_BITS = 40;

  private final PreparedShare share;
  private final LaneList list;

  /**
   * @param list the part of the share's keys that is pushed
   */
  public LikelyEqual(PreparedShare share, LaneList list) {
    this.share = share;
    this.list = list;
  }

  /** The groups of the list's n-th table, or null where it is not of that kind. */
  @Override
  public EqualSums.Groups apply(int nth) {
    int table = share.layout().table(list, nth);
    if (share.layout().width(table) != 1) {
      return null;
    }
    long[] seen = new long[share.layout().size()];
    int records = 0;
    for (int b = 0; b < share.blocks().size(); b++) {
      DecodedBlock block = share.blocks().get(b);
      if (!isOfOnes(block, table)) {
        return null;
      }
      see(block, table, share.places()[b][table], records, seen);
      records += block.examples().records();
    }
    int[] sets = sets(nth, seen);
    return records > sets.length ? null : EqualSums.Groups.ofSets(sets, records);
  }

  /** Whether its rows are one for each nonzero, which are all 1. */
  private static boolean isOfOnes(DecodedBlock block, int table) {
    return table < block.rows().length
        && !block.keys()[table].isWhole()
        && block.examples().values() == null
        && block.rows()[table].length == block.examples().nonzeros();
  }

  /** Adds up which records have which keys, and how many. */
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

  /** For each of the table's keys that are pushed the record, from 1, that alone has it, or 0. */
  private int[] sets(int nth, long[] seen) {
    Layout layout = share.layout();
    long[] pushed = seen;
    if (!list.isWhole()) {
      pushed = new long[layout.size(list)];
      layout.gather(list, seen, pushed);
    }
    int[] ends = layout.ends(list);
    int start = nth == 0 ? 0 : ends[nth - 1];
    int[] sets = new int[ends[nth] - start];
    for (int i = 0; i < sets.length; i++) {
      long more = (pushed[start + i] >>> ONCE_BITS) - 1;
      int several = (int) ((more | -more) >> 63); // no branch, which nothing would foretell
      sets[i] = (int) pushed[start + i] & ~several;
    }
    return sets;
  }
}
