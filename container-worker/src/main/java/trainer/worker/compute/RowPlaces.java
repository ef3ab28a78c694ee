package trainer.worker.compute;

/**
 * The positions of a block's rows of one table in the flat array of a share. A row's numbers stand
 * at the position of its key; those of a dense table are consecutive.
 *
 * @param starts by local row; null if the rows are consecutive
 * @param from the position of the table's first number
 * @param rows the number of rows
 */
public record RowPlaces(int[] starts, int from, int rows) {
  /** The number of rows that are fetched before they are read. */
  private static final int AT_ONCE = 128;

  /**
   * The result of {@link #near}, kept so that the reads are not optimised away. Written by any
   * thread.
   */
  @SuppressWarnings("UnusedVariable")
  private static long read;

  /** Consecutive rows. */
  static RowPlaces run(int from, int rows) {
    return new RowPlaces(null, from, rows);
  }

  /** Rows at {@code from + place * width}. This method takes {@code places} over. */
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
      for (int begin = 0; begin < starts.length; begin += AT_ONCE) {
        int end = Math.min(starts.length, begin + AT_ONCE);
        near(begin, end, width, all);
        for (int row = begin; row < end; row++) {
          System.arraycopy(all, starts[row], to, row * width, width);
        }
      }
    }
  }

  /**
   * Adds consecutive numbers to those of the rows from {@code first} to before {@code last}.
   *
   * @param width more than 1 unless the rows are consecutive
   */
  void add(int first, int last, int width, long[] numbers, long[] all) {
    if (starts == null) {
      for (int i = 0; i < (last - first) * width; i++) {
        all[from + first * width + i] += numbers[i];
      }
      return;
    }
    for (int begin = first; begin < last; begin += AT_ONCE) {
      int end = Math.min(last, begin + AT_ONCE);
      near(begin, end, width, all);
      for (int row = begin; row < end; row++) {
        int start = starts[row];
        for (int i = 0; i < width; i++) {
          all[start + i] += numbers[(row - first) * width + i];
        }
      }
    }
  }

  /** Reads the ends of rows and nothing else, so that cache misses overlap. */
  private void near(int begin, int end, int width, float[] all) {
    float sum = 0f;
    for (int row = begin; row < end; row++) {
      sum += all[starts[row]] + all[starts[row] + width - 1];
    }
    read = Float.floatToRawIntBits(sum);
  }

  private void near(int begin, int end, int width, long[] all) {
    long sum = 0;
    for (int row = begin; row < end; row++) {
      sum += all[starts[row]] + all[starts[row] + width - 1];
    }
    read = sum;
  }
}
