package trainer.learning.block;

import java.util.Arrays;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/**
 * The rows of one table of a trained model. The values of the row at place p begin at p · width.
 *
 * <p>In a dense table, and in one whose keys are numbers without large gaps, a row's place is its
 * key. In any other a {@link KeyTable} finds it.
 */
final class TrainedRows {
  /** The place of a row that is not stored. */
  static final int ABSENT = -1;

  /** The most places for a row where keys are places. */
  private static final int PLACES_OF_A_ROW = 8;

  private final TableSpec spec;
  private final int width;
  private final Initializer initializer;

  /** Finds the places; null where they are the keys. */
  private KeyTable keys;

  private float[] values;

  /** The largest key of a sparse table, unsigned. */
  private long largest;

  /** The places that have a row. Behind them is one of zeros. */
  private int places;

  TrainedRows(TableSpec spec) {
    this.spec = spec;
    this.width = spec.width();
    this.initializer = spec.initializer();
    this.keys = spec.isDense() ? null : new KeyTable();
    this.places = spec.rows();
    this.values = new float[Math.toIntExact(spec.denseValues())];
    for (int row = 0; row < spec.rows(); row++) {
      initializer.fill(row, values, row * width, width);
    }
  }

  /** Adds a stored row. */
  void add(long key, float[] row) {
    int from = Math.multiplyExact(keys == null ? (int) key : keys.number(key), width);
    if (from + width > values.length) {
      values = Arrays.copyOf(values, Math.max(from + width, values.length / 2 * 3));
    }
    System.arraycopy(row, 0, values, from, width);
    largest = Long.compareUnsigned(key, largest) > 0 ? key : largest;
  }

  /**
   * Ends the additions.
   *
   * @param spare bytes for a second array of values
   */
  void finish(long spare) {
    if (keys == null) {
      return;
    }
    places = keys.size();
    if (isDirect(spare)) {
      layOutByKey();
    } else if (values.length < (places + 1L) * width) {
      values = Arrays.copyOf(values, Math.multiplyExact(places + 1, width));
    }
  }

  private boolean isDirect(long spare) {
    if (Long.compareUnsigned(largest, (long) PLACES_OF_A_ROW * places) >= 0) {
      return false;
    }
    long floats = (largest + 2) * width;
    return floats <= Integer.MAX_VALUE && floats * Float.BYTES <= spare;
  }

  private void layOutByKey() {
    int count = (int) largest + 1;
    float[] byKey = new float[(count + 1) * width];
    for (int key = 0; key < count; key++) {
      int place = keys.find(key);
      if (place < 0) {
        initializer.fill(key, byKey, key * width, width);
      } else {
        System.arraycopy(values, place * width, byKey, key * width, width);
      }
    }
    values = byKey;
    keys = null;
    places = count;
  }

  /**
   * The place of a row. One that is not stored has a place if its initial values are 0.
   *
   * @return {@link #ABSENT} for a row that has none
   * @throws NoSuchRowException for a key that a dense table does not have
   */
  int place(long key) {
    int place = find(key);
    return place == ABSENT && initializer.kind() == Initializer.Kind.ZERO ? places : place;
  }

  private int find(long key) {
    if (keys != null) {
      return keys.find(key);
    }
    if (key >= 0 && key < places) {
      return (int) key;
    }
    if (spec.isDense()) {
      throw new NoSuchRowException(spec, key);
    }
    return ABSENT;
  }

  /** The values of all rows; not to be changed. */
  float[] values() {
    return values;
  }

  int width() {
    return width;
  }

  /** Copies rows; a row that is not stored has its initial values. */
  void copy(NamedRows rows, float[] to) {
    if (rows.isWhole()) {
      System.arraycopy(values, 0, to, 0, places * width);
      return;
    }
    for (int i = 0; i < rows.count(); i++) {
      int place = find(rows.key(i));
      if (place == ABSENT) {
        initializer.fill(rows.key(i), to, i * width, width);
      } else {
        System.arraycopy(values, place * width, to, i * width, width);
      }
    }
  }
}
