package trainer.worker.share;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;

/**
 * The part of a share's key list that one lane holds, or that is pulled from it.
 *
 * @param keys the lane's segments, in the share's order
 * @param places for each of them, its position among the segments of the share's list
 */
public record LaneList(KeyList keys, int[] places) {
  /** Cuts out of a share's list what the lane holds: all this is pushed to it. */
  public static LaneList cut(KeyList share, PartitionMap map, Lane lane) {
    return cut(share, map.partitions(), partition -> lane.holds(map, partition));
  }

  /** Cuts out of a share's list what is pulled from the lane: no other one serves it. */
  static LaneList cutServed(KeyList share, PartitionMap map, Lane lane) {
    return cut(share, map.partitions(), partition -> lane.serves(map, partition));
  }

  /** The share's own arrays serve when it is all. */
  private static LaneList cut(KeyList share, int partitions, IntPredicate which) {
    boolean[] held = new boolean[partitions];
    for (int partition = 0; partition < held.length; partition++) {
      held[partition] = which.test(partition);
    }
    int segments = 0;
    int size = 0;
    for (int i = 0; i < share.segments(); i++) {
      if (held[share.partitions()[i]]) {
        segments++;
        size += listed(share, i);
      }
    }
    if (segments == share.segments()) {
      return new LaneList(share, IntStream.range(0, segments).toArray());
    }
    return copy(share, held, segments, size);
  }

  /** Whether both name the same part of the same share's list. */
  boolean samePlaces(LaneList other) {
    return Arrays.equals(places, other.places);
  }

  private static LaneList copy(KeyList share, boolean[] held, int segments, int size) {
    int[] tables = new int[segments];
    int[] partitions = new int[segments];
    int[] starts = new int[segments + 1];
    int[] places = new int[segments];
    long[] keys = new long[size];
    int[] whole = new int[segments];
    int at = 0;
    for (int i = 0; i < share.segments(); i++) {
      if (held[share.partitions()[i]]) {
        tables[at] = share.tables()[i];
        partitions[at] = share.partitions()[i];
        places[at] = i;
        whole[at] = share.whole()[i];
        System.arraycopy(share.keys(), share.starts()[i], keys, starts[at], listed(share, i));
        starts[at + 1] = starts[at] + listed(share, i);
        at++;
      }
    }
    return new LaneList(new KeyList(tables, partitions, starts, keys, whole), places);
  }

  private static int listed(KeyList list, int segment) {
    return list.starts()[segment + 1] - list.starts()[segment];
  }
}
