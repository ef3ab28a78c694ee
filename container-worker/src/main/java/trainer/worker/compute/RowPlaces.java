package trainer.worker.compute;

/**
 * Where the numbers of a block's rows of one table stand in the flat array of a share: each where
 * its key is, or, of a dense table, one behind the other.
 *
 * @param starts by local row; null where they stand one behind the other
 * @param from where those of the table begin
 * @param rows how many rows there are
 */
public record RowPlaces(int[] starts, int from, int rows) {
  /** Rows that stand one behind the other. */
  static RowPlaces run(int from, int rows) {
    return new RowPlaces(null, from, rows);
  }

  /** Rows that stand {@code width} apart, in the order of {@code places}, which is taken over. */
  static RowPlaces of(int[] places, int from, int width) {
    for (int row = 0; row < places.length; row++) {
      places[row] = from + places[row] * width;
    }
    return new RowPlaces(places, from, places.length);
  }

  /** Copies the weights of the rows together. */
  void gather(int width, float[] all, float[] to) {
    if (starts == null) {
      System.arraycopy(all, from, to, 0, rows * width);
    } else if (width == 1) {
      for (int row = 0; row < starts.length; row++) {
        to[row] = all[starts[row]];
      }
    } else {
      for (int row = 0; row < starts.length; row++) {
        System.arraycopy(all, starts[row], to, row * width, width);
      }
    }
  }
}
