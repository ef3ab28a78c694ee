package trainer.worker.score;

import java.util.Arrays;
import java.util.Optional;
import trainer.core.input.Examples;
import trainer.core.input.SparseRows;

/** The records of a block that have a label. */
final class LabelledRecords {
  private LabelledRecords() {}

  /** The examples that have a label; empty if all have one. */
  static Optional<Examples> ofSome(Examples all) {
    int count = 0;
    for (int i = 0; i < all.records(); i++) {
      count += Float.isNaN(all.labels()[i]) ? 0 : 1;
    }
    return count == all.records() ? Optional.empty() : Optional.of(of(all, count));
  }

  private static Examples of(Examples all, int count) {
    float[] labels = new float[count];
    float[] weights = all.weights() == null ? null : new float[count];
    long[] groups = all.groups() == null ? null : new long[count];
    int[] starts = new int[count + 1];
    long[] keys = new long[all.nonzeros()];
    float[] values = all.values() == null ? null : new float[keys.length];
    int[] fields = all.features().fields() == null ? null : new int[keys.length];
    int record = 0;
    for (int i = 0; i < all.records(); i++) {
      if (Float.isNaN(all.labels()[i])) {
        continue;
      }
      int from = all.starts()[i];
      int length = all.starts()[i + 1] - from;
      int to = starts[record];
      System.arraycopy(all.keys(), from, keys, to, length);
      if (values != null) {
        System.arraycopy(all.values(), from, values, to, length);
      }
      if (fields != null) {
        System.arraycopy(all.features().fields(), from, fields, to, length);
      }
      labels[record] = all.labels()[i];
      if (weights != null) {
        weights[record] = all.weights()[i];
      }
      if (groups != null) {
        groups[record] = all.groups()[i];
      }
      starts[++record] = to + length;
    }
    long[] used = Arrays.copyOf(keys, starts[count]);
    SparseRows features = new SparseRows(starts, used, values, fields);
    return new Examples(count, labels, weights, features, groups, null);
  }
}
