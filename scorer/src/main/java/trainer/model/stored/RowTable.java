package trainer.model.stored;

/**
 * The rows of a table of several values a row, in memory: an open-addressing hash with linear
 * probing over one array of values. Immutable once it is loaded, so that any number of threads read
 * it.
 *
 * <p>Of a sparse table, 60 of 100 slots are taken. So a row costs 12/0.6 = 20 bytes for its key and
 * place, and 4 bytes a value.
 */
public final class RowTable implements RowStore {
  /** The most elements of an array. */
  static final long MOST_VALUES = Integer.MAX_VALUE - 8;

  private static final int LOAD_PERCENT = 60;
  private static final int NONE = -1;

  private final ModelTable table;
  private final int width;
  private final boolean isDense;

  /** The key of each slot; 0 for an empty one. */
  private final long[] slots;

  /** Where the values of a slot begin. */
  private final int[] places;

  private final float[] values;

  /** Where the values of key 0 begin, which no slot holds. */
  private int placeOfZero = NONE;

  private int used;

  /**
   * A table without rows; of a dense one, all rows are initial.
   *
   * @param most the most rows that will be put
   */
  RowTable(ModelTable table, long most) {
    this.table = table;
    this.width = table.width();
    this.isDense = table.rows() > 0;
    this.slots = new long[isDense ? 0 : (int) capacity(most)];
    this.places = new int[slots.length];
    this.values = new float[Math.toIntExact((isDense ? table.rows() : most) * width)];
    for (int row = 0; row < table.rows(); row++) {
      table.initial().fill(row, values, row * width, width);
    }
  }

  private static long capacity(long rows) {
    return rows * 100 / LOAD_PERCENT + 2;
  }

  /** The bytes that a table takes. */
  static double bytes(ModelTable table, long rows) {
    double slots = table.rows() > 0 ? 0 : capacity(rows);
    double count = table.rows() > 0 ? table.rows() : rows;
    return (Long.BYTES + Integer.BYTES) * slots + Float.BYTES * count * table.width();
  }

  /** Whether arrays of Java hold the table. */
  static boolean isPossible(ModelTable table, long rows) {
    long count = table.rows() > 0 ? table.rows() : rows;
    return count <= MOST_VALUES / table.width()
        && (table.rows() > 0 || capacity(rows) <= MOST_VALUES);
  }

  @Override
  public void put(long key, float[] row) {
    System.arraycopy(row, 0, values, placeFor(key), width);
  }

  private int placeFor(long key) {
    if (isDense) {
      return (int) key * width;
    }
    if (key == 0) {
      placeOfZero = width * used++;
      return placeOfZero;
    }
    int slot = Slots.first(key, slots.length);
    while (slots[slot] != 0 && slots[slot] != key) {
      slot = Slots.next(slot, slots.length);
    }
    slots[slot] = key;
    places[slot] = width * used++;
    return places[slot];
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
   * @throws trainer.model.failure.RowException for a key that a dense table does not have
   */
  public int find(long key) {
    if (isDense) {
      return table.rowOf(key) * width;
    }
    if (key == 0) {
      return placeOfZero;
    }
    int slot = Slots.first(key, slots.length);
    while (true) {
      long found = slots[slot];
      if (found == key) {
        return places[slot];
      }
      if (found == 0) {
        return NONE;
      }
      slot = Slots.next(slot, slots.length);
    }
  }

  /** Copies the row of a key, or its initial values. */
  public void copy(long key, float[] target, int offset) {
    int at = find(key);
    if (at < 0) {
      table.initial().fill(key, target, offset, width);
    } else {
      System.arraycopy(values, at, target, offset, width);
    }
  }
}
