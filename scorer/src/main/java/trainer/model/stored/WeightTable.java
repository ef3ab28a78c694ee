package trainer.model.stored;

/**
 * The rows of a table of width 1 in memory: an open-addressing hash with linear probing, half of
 * its slots empty. Immutable once it is loaded, so that any number of threads read it. Rows that
 * are not stored are 0.
 *
 * <p>While all keys have 32 bits or fewer, a slot is one long with the key in its upper half and
 * the weight in its lower half: 16 bytes a row, and a look-up waits for one line of memory. With
 * larger keys it is a long and a float: 24 bytes a row ({@code benchmarks/scorer}).
 */
public final class WeightTable implements RowStore {
  private static final int SLOTS_OF_A_ROW = 2;

  private final ModelTable table;

  /** The slots of keys and weights; null for a dense table, and for one with larger keys. */
  private long[] packed;

  /** The keys of a table with larger ones, 0 for an empty slot; else null. */
  private long[] keys;

  /** The weight of each of {@link #keys}, or of each row of a dense table. */
  private float[] weights;

  /** The weight of key 0, which {@link #keys} cannot hold. */
  private float weightOfZero;

  /**
   * A table without rows.
   *
   * @param most the most rows that will be put
   */
  WeightTable(ModelTable table, long most) {
    this.table = table;
    if (table.rows() > 0) {
      weights = new float[table.rows()];
    } else {
      packed = new long[(int) capacity(most)];
    }
  }

  private static long capacity(long rows) {
    return rows * SLOTS_OF_A_ROW + 2;
  }

  /** The most bytes that a table takes while it is read: both layouts, when it is widened. */
  static double bytes(ModelTable table, long rows) {
    return table.rows() > 0
        ? (double) Float.BYTES * table.rows()
        : (double) (2 * Long.BYTES + Float.BYTES) * capacity(rows);
  }

  /** Whether arrays of Java hold the table. */
  static boolean isPossible(ModelTable table, long rows) {
    return table.rows() > 0 || capacity(rows) <= RowTable.MOST_VALUES;
  }

  @Override
  public void put(long key, float[] row) {
    if (table.rows() > 0) {
      weights[(int) key] = row[0];
      return;
    }
    if (packed != null && key >>> Integer.SIZE != 0) {
      widen();
    }
    if (packed != null) {
      putPacked(key, row[0]);
    } else {
      putWide(key, row[0]);
    }
  }

  private void putPacked(long key, float weight) {
    int slot = Slots.first(key, packed.length);
    while (packed[slot] != 0 && packed[slot] >>> Integer.SIZE != key) {
      slot = Slots.next(slot, packed.length);
    }
    packed[slot] = key << Integer.SIZE | (Float.floatToRawIntBits(weight) & 0xffffffffL);
  }

  private void putWide(long key, float weight) {
    if (key == 0) {
      weightOfZero = weight;
      return;
    }
    int slot = Slots.first(key, keys.length);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = Slots.next(slot, keys.length);
    }
    keys[slot] = key;
    weights[slot] = weight;
  }

  /** Makes room for keys of more than 32 bits. */
  private void widen() {
    long[] before = packed;
    packed = null;
    keys = new long[before.length];
    weights = new float[before.length];
    for (long entry : before) {
      if (entry != 0) {
        putWide(entry >>> Integer.SIZE, Float.intBitsToFloat((int) entry));
      }
    }
  }

  /**
   * The weight of a key; 0 if training never met it.
   *
   * @throws trainer.model.failure.RowException for a key that a dense table does not have
   */
  public float weight(long key) {
    if (packed != null) {
      return ofPacked(packed, key);
    }
    return keys == null ? weights[table.rowOf(key)] : ofWide(key);
  }

  private static float ofPacked(long[] slots, long key) {
    int slot = Slots.first(key, slots.length);
    while (true) {
      long entry = slots[slot];
      if (entry >>> Integer.SIZE == key) {
        // an empty slot looks like key 0 of weight 0, which is right: that row is not stored
        return Float.intBitsToFloat((int) entry);
      }
      if (entry == 0) {
        return 0f;
      }
      slot = Slots.next(slot, slots.length);
    }
  }

  private float ofWide(long key) {
    if (key == 0) {
      return weightOfZero;
    }
    int slot = Slots.first(key, keys.length);
    while (true) {
      long found = keys[slot];
      if (found == key) {
        return weights[slot];
      }
      if (found == 0) {
        return 0f;
      }
      slot = Slots.next(slot, keys.length);
    }
  }
}
