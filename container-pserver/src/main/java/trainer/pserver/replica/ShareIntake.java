package trainer.pserver.replica;

import java.util.Arrays;
import java.util.List;
import trainer.pserver.protocol.GradientSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/** Adds a share to the accumulators of all replicas of a lane. Some of them may have it already. */
final class ShareIntake {
  private final PartitionReplica[] copies;
  private final PartitionReplica[] byPartition;
  private final List<Table> tables;
  private final boolean[] wanted;

  ShareIntake(PartitionReplica[] copies, PartitionReplica[] byPartition, List<Table> tables) {
    this.copies = copies;
    this.byPartition = byPartition;
    this.tables = tables;
    this.wanted = new boolean[byPartition.length];
  }

  /** The verdict of all replicas: known only if every replica has the share. */
  Verdict weigh(Push push) {
    boolean known = true;
    Verdict verdict = Verdict.TAKE;
    for (PartitionReplica copy : copies) {
      Verdict one = copy.weigh(push);
      known &= one == Verdict.KNOWN;
      if (one != Verdict.KNOWN) {
        verdict = LaneReplicas.stricter(verdict, one);
      }
    }
    return known ? Verdict.KNOWN : verdict;
  }

  /** Adds a share that was weighed {@link Verdict#TAKE}. */
  void take(Push push, RowList list, GradientSums sums) {
    long[] values = sums.read();
    if (values.length < list.floats()) {
      throw new IllegalArgumentException(values.length + " sums for " + list.floats());
    }
    Arrays.fill(wanted, false);
    for (PartitionReplica copy : copies) {
      if (copy.weigh(push) == Verdict.TAKE) {
        copy.enter(push);
        if (copy.partition() >= 0) {
          wanted[copy.partition()] = true;
        }
      }
    }
    addWanted(push.version(), list, values);
  }

  private void addWanted(long version, RowList list, long[] sums) {
    int from = 0;
    for (int s = 0; s < list.segments(); s++) {
      int partition = list.partition(s);
      if (wanted[partition]) {
        byPartition[partition].add(version, list, s, sums, from);
      }
      from += list.count(s) * tables.get(list.table(s)).width();
    }
  }
}
