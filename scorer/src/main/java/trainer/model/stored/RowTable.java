package trainer.model.stored;

import trainer.model.failure.RowException;

/**
 * The rows of one table in memory: an open-addressing hash with linear probing over one array of
 * values. Immutable once it is loaded, so that any number of threads read it.
 *
 * <p>Of a sparse table, {@value #LOAD_PERCENT} of 100 slots are taken. A row costs 8/0.6 bytes for
 * its key. Its values of width 1 lie at the slot of the key, which costs 4/0.6 bytes and one
 * look-up less. Wider values lie side by side, 4 bytes each, and 4/0.6 bytes say where.
 */
public final class RowTable {
  private static final int LOAD_PERCENT = 60;
  private static final int NONE = -1;
  private static final long MOST_VALUES = Integer.MAX_VALUE - 8;

  private final ModelTable table;
  private final int width;
  private final boolean isDense;

  /** The key of each slot; 0 for an empty one. */
  private final long[] slots;

  /** Where the values of a slot begin; null where they lie at the slot's own number. */
  private final int[] places;

  private final float[] values;

  /** Where the values of key 0 begin, which no slot holds. */
  private int placeOfZero = NONE;

  private int used;

  /**
   * A table without rows; of a dense one, all rows are initial.
   *
   * @param most the most rows that will be added
   */
  RowTable(ModelTable table, long most) {
    this.table = table;
    this.width = table.width();
    this.isDense = table.rows() > 0;
    this.slots = new long[isDense ? 0 : (int) capacity(most)];
    this.places = isDense || width == 1 ? null : new int[slots.length];
    // key 0 has its values behind those of the slots
    long count = isDense ? table.rows() : width == 1 ? slots.length + 1L : most;
    this.values = new float[Math.toIntExact(count * width)];
    for (int row = 0; row < table.rows(); row++) {
      table.initial().fill(row, values, row * width, width);
    }
  }

  private static long capacity(long rows) {
    return rows * 100 / LOAD_PERCENT + 2;
  }

  /** The bytes that a table takes. */
  static double bytes(ModelTable table, long rows) {
    if (table.rows() > 0) {
      return (double) Float.BYTES * table.rows() * table.width();
    }
    double slot = Long.BYTES + (table.width() == 1 ? Float.BYTES : Integer.BYTES);
    double apart = table.width() == 1 ? 0 : (double) Float.BYTES * table.width() * rows;
    return slot * capacity(rows) + apart;
  }

  /** Whether arrays of Java hold the table. */
  static boolean isPossible(ModelTable table, long rows) {
    long count = table.rows() > 0 ? table.rows() : capacity(rows);
    return count <= MOST_VALUES && Math.max(table.rows(), rows) <= MOST_VALUES / table.width();
  }

  /** Adds a row, whose values are to be written from the result on in {@link #values}. */
  int add(long key) {
    if (isDense) {
      return (int) key * width;
    }
    if (key == 0) {
      placeOfZero = places == null ? slots.length : width * used++;
      return placeOfZero;
    }
    int slot = slotOf(key);
    while (slots[slot] != 0 && slots[slot] != key) {
      slot = slot + 1 == slots.length ? 0 : slot + 1;
    }
    slots[slot] = key;
    if (places == null) {
      return slot;
    }
    places[slot] = width * used++;
    return places[slot];
  }

  /** The first slot of a key: a multiplication spreads ids that follow each other. */
  private int slotOf(long key) {
    long mixed = (key ^ (key >>> 32)) * 0x9E3779B97F4A7C15L;
    return (int) (((mixed >>> 32) * slots.length) >>> 32);
  }

  /** Values of a row. */
  public int width() {
    return width;
  }

  /** The values of all rows. They are shared, never copied: read-only. */
  public float[] values() {
    return values;
  }

  /**
   * Where the values of a key begin in {@link #values}; −1 if it has its initial ones.
   *
   * @throws RowException for a key that a dense table does not have
   */
  public int find(long key) {
    if (isDense) {
      return findDense(key);
    }
    if (key == 0) {
      return placeOfZero;
    }
    int slot = slotOf(key);
    while (true) {
      long found = slots[slot];
      if (found == key) {
        return places == null ? slot : places[slot];
      }
      if (found == 0) {
        return NONE;
      }
      slot = slot + 1 == slots.length ? 0 : slot + 1;
    }
  }

  private int findDense(long key) {
    if (key < 0 || key >= table.rows()) {
      throw new RowException(
          null,
          "key "
              + Long.toUnsignedString(key)
              + " is beyond the "
              + table.rows()
              + " features of the model; correct the row, or train with more features");
    }
    return (int) key * width;
  }

  /** Writes the initial values of a key. */
  public void initial(long key, float[] target) {
    table.initial().fill(key, target, 0, width);
  }
}
