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
  /** So many rows are brought near before they are read. */
  private static final int AT_ONCE = 128;

  /** So that what is read to be near is read; any thread's. */
  @SuppressWarnings("UnusedVariable")
  private static long read;

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
   * Adds numbers that stand together to those of the rows from {@code first} to before {@code
   * last}.
   *
   * @param width more than 1 where rows do not stand one behind the other
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

  /** Reads the ends of rows and nothing else, so that cache misses do not wait for each other. */
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
