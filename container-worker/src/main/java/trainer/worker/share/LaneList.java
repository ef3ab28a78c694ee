package trainer.worker.share;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;

/**
 * The part of a share's key list that one lane holds, or that is pulled from it.
 *
 * @param share the share's list
 * @param places the positions of the lane's segments among those of the share's list, ascending
 */
public record LaneList(KeyList share, int[] places) {
  /** Cuts out of a share's list what the lane holds: all this is pushed to it. */
  public static LaneList cut(KeyList share, PartitionMap map, Lane lane) {
    return cut(share, map.partitions(), partition -> lane.holds(map, partition));
  }

  /** Cuts out of a share's list what is pulled from the lane: no other one serves it. */
  static LaneList cutServed(KeyList share, PartitionMap map, Lane lane) {
    return cut(share, map.partitions(), partition -> lane.serves(map, partition));
  }

  private static LaneList cut(KeyList share, int partitions, IntPredicate which) {
    boolean[] wanted = new boolean[partitions];
    for (int partition = 0; partition < wanted.length; partition++) {
      wanted[partition] = which.test(partition);
    }
    IntStream all = IntStream.range(0, share.segments());
    return new LaneList(share, all.filter(i -> wanted[share.partitions()[i]]).toArray());
  }

  /** Whether it is all of the share's list. */
  public boolean isWhole() {
    return places.length == share.segments();
  }

  /** Whether both name the same part of the same share's list. */
  boolean samePlaces(LaneList other) {
    return Arrays.equals(places, other.places);
  }

  /**
   * The list that the lane is told: the share's own where it is all, else a copy, which is not kept
   * for the time when the lane has to be told again.
   */
  KeyList keys() {
    return isWhole() ? share : copy();
  }

  private KeyList copy() {
    int[] tables = new int[places.length];
    int[] partitions = new int[places.length];
    int[] starts = new int[places.length + 1];
    int[] whole = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      tables[i] = share.tables()[place];
      partitions[i] = share.partitions()[place];
      whole[i] = share.whole()[place];
      starts[i + 1] = starts[i] + listed(place);
    }
    long[] keys = new long[starts[places.length]];
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(share.keys(), share.starts()[places[i]], keys, starts[i], listed(places[i]));
    }
    return new KeyList(tables, partitions, starts, keys, whole);
  }

  private int listed(int place) {
    return share.starts()[place + 1] - share.starts()[place];
  }
}
