package trainer.pserver.replica;

import java.util.Arrays;
import java.util.List;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/** Adds a share to the accumulators of all replicas of a lane. Some of them may have it already. */
final class ShareIntake {
  private final HeldReplicas held;
  private final List<Table> tables;
  private final boolean[] wanted = new boolean[Partitions.COUNT];

  ShareIntake(HeldReplicas held) {
    this.held = held;
    this.tables = held.tables();
  }

  /** The verdict of all replicas: known only if every replica has the share. */
  Verdict weigh(Push push) {
    boolean known = true;
    Verdict verdict = Verdict.TAKE;
    for (PartitionReplica replica : held.all()) {
      Verdict one = replica.weigh(push);
      known &= one == Verdict.KNOWN;
      if (one != Verdict.KNOWN) {
        verdict = HeldReplicas.stricter(verdict, one);
      }
    }
    return known ? Verdict.KNOWN : verdict;
  }

  /** Adds a share that was weighed {@link Verdict#TAKE}. */
  void take(Push push, RowList list, EncodedSums sums) {
    long[] values = sums.read();
    if (values.length < list.floats()) {
      throw new IllegalArgumentException(values.length + " sums for " + list.floats());
    }
    Arrays.fill(wanted, false);
    for (PartitionReplica replica : held.all()) {
      if (replica.weigh(push) == Verdict.TAKE) {
        replica.enter(push);
        if (replica.partition() >= 0) {
          wanted[replica.partition()] = true;
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
        held.of(partition).add(version, list, s, sums, from);
      }
      from += list.count(s) * tables.get(list.table(s)).width();
    }
  }
}
