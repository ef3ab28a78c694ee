package trainer.worker.share;

import java.util.Arrays;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;

/**
 * The part of a share's key list that one lane holds.
 *
 * @param keys the lane's segments, in the share's order; empty segments are left out
 * @param from for each of them, where its first key stands in the share's list
 */
public record LaneList(KeyList keys, int[] from) {
  /** Cuts the lane's part out of a share's list. The share's own arrays serve when it is all. */
  public static LaneList cut(KeyList share, PartitionMap map, Lane lane) {
    boolean[] held = new boolean[map.partitions()];
    for (int partition = 0; partition < held.length; partition++) {
      held[partition] = lane.holds(map, partition);
    }
    int segments = 0;
    int size = 0;
    for (int i = 0; i < share.segments(); i++) {
      int length = share.starts()[i + 1] - share.starts()[i];
      if (length > 0 && held[share.partitions()[i]]) {
        segments++;
        size += length;
      }
    }
    if (segments == share.segments()) {
      return new LaneList(share, Arrays.copyOf(share.starts(), segments));
    }
    return copy(share, held, segments, size);
  }

  /** Whether both name the same part of the same share's list. */
  boolean samePlaces(LaneList other) {
    return keys.size() == other.keys.size()
        && Arrays.equals(from, other.from)
        && Arrays.equals(keys.partitions(), other.keys.partitions())
        && Arrays.equals(keys.tables(), other.keys.tables());
  }

  private static LaneList copy(KeyList share, boolean[] held, int segments, int size) {
    int[] tables = new int[segments];
    int[] partitions = new int[segments];
    int[] starts = new int[segments + 1];
    int[] from = new int[segments];
    long[] keys = new long[size];
    int at = 0;
    for (int i = 0; i < share.segments(); i++) {
      int start = share.starts()[i];
      int length = share.starts()[i + 1] - start;
      if (length > 0 && held[share.partitions()[i]]) {
        tables[at] = share.tables()[i];
        partitions[at] = share.partitions()[i];
        from[at] = start;
        System.arraycopy(share.keys(), start, keys, starts[at], length);
        starts[at + 1] = starts[at] + length;
        at++;
      }
    }
    return new LaneList(new KeyList(tables, partitions, starts, keys), from);
  }
}
