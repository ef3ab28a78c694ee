package trainer.pserver.partition;

import java.util.List;

/** The weights of a key list at one version, read out of the slices segment by segment. */
final class Reading implements RowValues {
  private final Copy[] byPartition;
  private final List<Table> tables;
  private final RowList list;
  private final long version;

  Reading(Copy[] byPartition, List<Table> tables, RowList list, long version) {
    this.byPartition = byPartition;
    this.tables = tables;
    this.list = list;
    this.version = version;
  }

  @Override
  public int size() {
    return list.floats();
  }

  @Override
  public void writeTo(Target target) {
    float[] weights = new float[longestSegment()];
    for (int s = 0; s < list.segments(); s++) {
      Copy copy = byPartition[list.partition(s)];
      if (list.isWhole(s)) {
        copy.readWeights(list.table(s), version, weights);
      } else if (list.isTraining()) {
        copy.readWeights(
            list.table(s), list.rows(), list.start(s), list.count(s), version, weights);
      } else {
        readByKey(s, copy, weights);
      }
      target.put(weights, 0, list.count(s) * tables.get(list.table(s)).width());
    }
  }

  private void readByKey(int segment, Copy copy, float[] weights) {
    Table table = tables.get(list.table(segment));
    int[] row = new int[list.count(segment)];
    float[] one = new float[table.width()];
    list.find(segment, copy.slice(table.position()), row);
    for (int i = 0; i < row.length; i++) {
      if (row[i] == Numbering.ABSENT) {
        table.initialWeights(list.key(list.start(segment) + i), one, 0);
      } else {
        copy.readWeights(table.position(), row, i, 1, version, one);
      }
      System.arraycopy(one, 0, weights, i * one.length, one.length);
    }
  }

  private int longestSegment() {
    int longest = 0;
    for (int s = 0; s < list.segments(); s++) {
      longest = Math.max(longest, list.count(s) * tables.get(list.table(s)).width());
    }
    return longest;
  }
}
