package trainer.pserver.partition;

import java.util.List;
import trainer.core.table.Partitions;

/**
 * A 64-bit hash of what a copy has committed: weights and optimizer state of every row that differs
 * from its initial row, bit for bit. A sum over rows, so that neither their numbers nor the cut
 * into partitions and processes leave a trace: the digests of all partitions may be added up.
 */
final class CopyDigest {
  private CopyDigest() {}

  static long of(Copy copy, List<Table> tables) {
    long sum = 0;
    for (Table table : tables) {
      sum += of(copy, table);
    }
    return sum;
  }

  private static long of(Copy copy, Table table) {
    float[] cells = new float[table.stride()];
    float[] initial = new float[table.stride()];
    long[] sum = new long[1];
    copy.slice(table.position())
        .numbering()
        .forEach(
            (key, row) -> {
              copy.readCommitted(table.position(), row, cells);
              table.initialRow(key, initial, 0);
              if (!sameBits(cells, initial)) {
                sum[0] += hash(table.position(), key, cells);
              }
            });
    return sum[0];
  }

  private static boolean sameBits(float[] one, float[] other) {
    for (int i = 0; i < one.length; i++) {
      if (Float.floatToIntBits(one[i]) != Float.floatToIntBits(other[i])) {
        return false;
      }
    }
    return true;
  }

  private static long hash(int table, long key, float[] row) {
    long hash = Partitions.mix(key ^ Partitions.mix(table + 1L));
    for (float cell : row) {
      hash = Partitions.mix(hash + Float.floatToIntBits(cell));
    }
    return hash;
  }
}
