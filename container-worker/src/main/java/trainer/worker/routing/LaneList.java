package trainer.worker.routing;

import java.util.Arrays;
import trainer.core.table.KeyList;

/**
 * The part of a share's key list that one lane holds, or that is pulled from it.
 *
 * @param share the share's list
 * @param places the positions of the lane's segments among those of the share's list, ascending
 */
public record LaneList(KeyList share, int[] places) {
  /** The part of a share's list in some partitions, a bit each. */
  static LaneList cut(KeyList share, long partitions) {
    int[] places = new int[share.segments()];
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      if (((partitions >> share.partitions()[i]) & 1) != 0) {
        places[count++] = i;
      }
    }
    return new LaneList(share, Arrays.copyOf(places, count));
  }

  /** Whether the part is the whole list of the share. */
  public boolean isWhole() {
    return places.length == share.segments();
  }

  /** Whether both name the same part of the same share's list. */
  boolean samePlaces(LaneList other) {
    return Arrays.equals(places, other.places);
  }

  /**
   * The list to send to the lane: the share's own list if the part is whole, else a copy. A copy is
   * made for each sending and not kept.
   */
  public KeyList keys() {
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
