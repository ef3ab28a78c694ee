package trainer.learning.model;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Examples;
import trainer.core.random.SplitMix64;

/** Dense records for tests: features 1 to n, values about normal. */
final class DenseExamples {
  final double[][] features;
  final float[] labels;

  DenseExamples(int records, int count, SplitMix64 random) {
    features = new double[records][count];
    labels = new float[records];
    for (double[] of : features) {
      for (int j = 0; j < count; j++) {
        of[j] = (float) normal(random);
      }
    }
  }

  /** The sum of twelve uniform numbers, as near to normal as these tests need. */
  static double normal(SplitMix64 random) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
      sum += uniform(random);
    }
    return sum;
  }

  static double uniform(SplitMix64 random) {
    return (random.next() >>> 11) * 0x1p-53;
  }

  /** w·x + b of a record; b is the last of {@code w}. */
  double dot(int record, double[] w) {
    double sum = w[w.length - 1];
    for (int j = 0; j < w.length - 1; j++) {
      sum += w[j] * features[record][j];
    }
    return sum;
  }

  /** Mini-batches of so many records. */
  List<Examples> batches(int size) {
    List<Examples> batches = new ArrayList<>();
    for (int from = 0; from < labels.length; from += size) {
      batches.add(slice(from, Math.min(labels.length, from + size)));
    }
    return batches;
  }

  Examples all() {
    return slice(0, labels.length);
  }

  private Examples slice(int from, int to) {
    int count = features[0].length;
    int records = to - from;
    float[] sliced = new float[records];
    int[] starts = new int[records + 1];
    long[] keys = new long[records * count];
    float[] values = new float[records * count];
    for (int i = 0; i < records; i++) {
      sliced[i] = labels[from + i];
      starts[i + 1] = (i + 1) * count;
      for (int j = 0; j < count; j++) {
        keys[i * count + j] = j + 1L;
        values[i * count + j] = (float) features[from + i][j];
      }
    }
    return new Examples(records, sliced, starts, keys, values);
  }

  /** Solves A·x = b by Gaussian elimination with partial pivoting; both are destroyed. */
  static double[] solve(double[][] a, double[] b) {
    int n = b.length;
    for (int column = 0; column < n; column++) {
      int pivot = column;
      for (int row = column + 1; row < n; row++) {
        pivot = Math.abs(a[row][column]) > Math.abs(a[pivot][column]) ? row : pivot;
      }
      double[] swapped = a[pivot];
      a[pivot] = a[column];
      a[column] = swapped;
      double value = b[pivot];
      b[pivot] = b[column];
      b[column] = value;
      for (int row = column + 1; row < n; row++) {
        double factor = a[row][column] / a[column][column];
        for (int k = column; k < n; k++) {
          a[row][k] -= factor * a[column][k];
        }
        b[row] -= factor * b[column];
      }
    }
    double[] x = new double[n];
    for (int row = n - 1; row >= 0; row--) {
      double sum = b[row];
      for (int k = row + 1; k < n; k++) {
        sum -= a[row][k] * x[k];
      }
      x[row] = sum / a[row][row];
    }
    return x;
  }
}
