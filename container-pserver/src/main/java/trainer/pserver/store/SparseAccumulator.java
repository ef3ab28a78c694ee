package trainer.pserver.store;

import java.util.Arrays;

/**
 * The gradient sums of a sparse table's shard, in the order of first touch.
 *
 * <p>Naming a row touches it, even if its sum stays zero. The rows of one share are distinct, so
 * the first share is copied as it is. Its slots are indexed at the first lookup: by a second share
 * or by a reader of the undo log. The index is a hash table of slots as large as the touched rows.
 * It thus fits into a near cache, and untouched rows take no memory.
 */
public final class SparseAccumulator implements GradientAccumulator {
  private static final int SPREAD = 0x9E3779B9;

  private final int width;
  private int[] touched = new int[0];
  private long[] sums = new long[0];
  private int size;

  /** Slot + 1 by the row's hash, linear probing, at most half full; 0 for an empty place. */
  private int[] slots = new int[16];

  /** The part of {@code slots} in use has 2^(32 − shift) places. */
  private int shift = 28;

  /** The slots before this one are in {@code slots}. */
  private int indexed;

  public SparseAccumulator(int width) {
    this.width = width;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int row(int slot) {
    return touched[slot];
  }

  @Override
  public int[] rows() {
    return touched;
  }

  @Override
  public long[] sums() {
    return sums;
  }

  @Override
  public int slot(int row) {
    index(size);
    return slots[place(row)] - 1;
  }

  @Override
  public void clear() {
    size = 0;
    indexed = 0;
  }

  @Override
  public void add(RowList list, int segment, long[] shareSums, int from) {
    add(list.rows(), list.start(segment), list.count(segment), shareSums, from);
  }

  /**
   * Adds one share's sums.
   *
   * @param rows the rows are {@code rows[from .. from+count-1]}, each once
   * @param shareSums their sums, {@code width} each
   * @param sumsFrom the position of the first of those
   */
  void add(int[] rows, int from, int count, long[] shareSums, int sumsFrom) {
    if (size == 0) {
      makeRoom(count);
      System.arraycopy(rows, from, touched, 0, count);
      System.arraycopy(shareSums, sumsFrom, sums, 0, count * width);
      size = count;
      return;
    }
    makeRoom(Math.addExact(size, count));
    index(size + count);
    if (width == 1) {
      addNarrow(rows, from, count, shareSums, sumsFrom);
    } else {
      addWide(rows, from, count, shareSums, sumsFrom);
    }
  }

  /** Touches an untouched row, without room for a sum; nothing can be added afterwards. */
  void touch(int row) {
    if (size == touched.length) {
      touched = Arrays.copyOf(touched, Math.max(64, size + size / 2));
    }
    touched[size++] = row;
  }

  private void addNarrow(int[] rows, int from, int count, long[] shareSums, int sumsFrom) {
    int next = size;
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      int place = place(row);
      int slot = slots[place] - 1;
      if (slot >= 0) {
        sums[slot] += shareSums[sumsFrom + i];
      } else {
        touched[next] = row;
        sums[next++] = shareSums[sumsFrom + i];
        slots[place] = next;
      }
    }
    size = next;
    indexed = next;
  }

  private void addWide(int[] rows, int from, int count, long[] shareSums, int sumsFrom) {
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      int place = place(row);
      int slot = slots[place] - 1;
      if (slot < 0) {
        slot = size++;
        touched[slot] = row;
        slots[place] = size;
        Arrays.fill(sums, slot * width, (slot + 1) * width, 0L);
      }
      for (int j = 0; j < width; j++) {
        sums[slot * width + j] += shareSums[sumsFrom + i * width + j];
      }
    }
    indexed = size;
  }

  /** Indexes all slots, with room for {@code expected}. */
  private void index(int expected) {
    if (indexed == 0 || expected > 1 << (31 - shift)) {
      shift = Math.min(28, Integer.numberOfLeadingZeros(expected) - 1);
      int used = 1 << (32 - shift);
      if (slots.length < used) {
        slots = new int[used];
      } else {
        Arrays.fill(slots, 0, used, 0);
      }
      indexed = 0;
    }
    for (; indexed < size; indexed++) {
      slots[place(touched[indexed])] = indexed + 1;
    }
  }

  /** The place of a row's slot in the index, or the place to put it. */
  private int place(int row) {
    int last = (1 << (32 - shift)) - 1;
    int place = (row * SPREAD) >>> shift;
    while (slots[place] != 0 && touched[slots[place] - 1] != row) {
      place = (place + 1) & last;
    }
    return place;
  }

  private void makeRoom(int needed) {
    if (touched.length < needed) {
      touched = Arrays.copyOf(touched, Math.max(needed, touched.length + touched.length / 2));
    }
    if (sums.length < Math.multiplyExact(touched.length, width)) {
      sums = Arrays.copyOf(sums, touched.length * width);
    }
  }
}
