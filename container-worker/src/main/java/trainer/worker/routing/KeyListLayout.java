package trainer.worker.routing;

import java.util.Arrays;
import trainer.core.table.KeyList;

/**
 * The layout of a share's key list in one flat array: the position of the numbers of each segment.
 * Pulls, values and pushes use this order, with {@code width} numbers of the segment's table a key.
 */
public final class KeyListLayout {
  private final KeyList keys;
  private final int[] widths;
  private final int[] starts;

  /**
   * @param widths the numbers a row, by table
   */
  public KeyListLayout(KeyList keys, int[] widths) {
    this.keys = keys;
    this.widths = widths;
    this.starts = new int[keys.segments() + 1];
    for (int i = 0; i < keys.segments(); i++) {
      starts[i + 1] =
          Math.addExact(starts[i], Math.multiplyExact(keys.count(i), width(keys.tables()[i])));
    }
  }

  public KeyList keys() {
    return keys;
  }

  /** The number of all numbers. */
  public int size() {
    return starts[keys.segments()];
  }

  /** Copies a lane's values to their positions in {@code weights}. */
  public void scatter(LaneValues answer, float[] weights) {
    int at = 0;
    for (int place : answer.places()) {
      int length = starts[place + 1] - starts[place];
      System.arraycopy(answer.values(), at, weights, starts[place], length);
      at += length;
    }
  }

  /** The number of numbers in a lane's part. */
  public int size(LaneList lane) {
    return size(lane.places());
  }

  /** The number of numbers of the segments at these positions. */
  public int size(int[] places) {
    int size = 0;
    for (int place : places) {
      size += starts[place + 1] - starts[place];
    }
    return size;
  }

  /** The number of numbers of a list of keys: a lane's part, or all. */
  public long size(KeyList part) {
    long size = 0;
    for (int i = 0; i < part.segments(); i++) {
      size += (long) part.count(i) * widths[part.tables()[i]];
    }
    return size;
  }

  /** Copies a lane's part of {@code sums}, in the lane's order. */
  public void gather(LaneList lane, long[] sums, long[] target) {
    int at = 0;
    for (int place : lane.places()) {
      int length = starts[place + 1] - starts[place];
      System.arraycopy(sums, starts[place], target, at, length);
      at += length;
    }
  }

  /** The end of each table's numbers in the lane's part. */
  public int[] ends(LaneList lane) {
    int[] places = lane.places();
    int[] ends = new int[places.length];
    int count = 0;
    int at = 0;
    for (int i = 0; i < places.length; i++) {
      at += starts[places[i] + 1] - starts[places[i]];
      if (i + 1 == places.length || keys.tables()[places[i + 1]] != keys.tables()[places[i]]) {
        ends[count++] = at;
      }
    }
    return Arrays.copyOf(ends, count);
  }

  /** The n-th table of which a lane's list has keys. */
  public int table(LaneList lane, int nth) {
    int tables = 0;
    int table = -1;
    for (int place : lane.places()) {
      tables += keys.tables()[place] == table ? 0 : 1;
      table = keys.tables()[place];
      if (tables > nth) {
        return table;
      }
    }
    throw new IndexOutOfBoundsException("of " + tables + " tables that one: " + nth);
  }

  /** The numbers a row of a table. */
  public int width(int table) {
    return widths[table];
  }
}
