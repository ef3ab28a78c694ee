package trainer.worker.compute;

import java.util.Arrays;

/**
 * Where the numbers of a block's rows of one table stand in the flat array of a share: each where
 * its key is, or, of a dense table, one behind the other.
 *
 * @param starts by local row; null where they stand one behind the other
 * @param from where the first of those stands
 * @param rows how many rows there are
 */
public record RowPlaces(int[] starts, int from, int rows) {
  static RowPlaces of(int[] starts) {
    return new RowPlaces(starts, 0, starts.length);
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

  /** Counts on from {@code start}, for rows that stand {@code width} apart by their ranks. */
  void toStarts(int[] ranks, int start, int width) {
    Arrays.setAll(starts, row -> start + ranks[starts[row]] * width);
  }
}
