package trainer.pserver.replica;

import java.util.List;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowList;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

/**
 * Applies gradients on arrival, each update once however often it arrives. There is no accumulator
 * and no undo log, and the next pull includes the update. All replicas of a lane take the same
 * updates in the same order.
 */
final class UpdateIntake {
  private final HeldReplicas held;
  private final List<Table> tables;
  private final OptimizerStep stepping;
  private final SeenUpdates seen;
  private final ApplyClock clock;

  UpdateIntake(HeldReplicas held, OptimizerStep stepping, SeenUpdates seen, ApplyClock clock) {
    this.held = held;
    this.tables = held.tables();
    this.stepping = stepping;
    this.seen = seen;
    this.clock = clock;
  }

  /**
   * The verdict on an update. An applied update stays known, regardless of the line it was sent
   * under.
   */
  Verdict weigh(Update update) {
    if (seen.contains(update.worker(), update.sequence())) {
      return Verdict.KNOWN;
    }
    Verdict verdict = Verdict.TAKE;
    for (PartitionReplica replica : held.all()) {
      verdict = HeldReplicas.stricter(verdict, replica.weigh(update));
    }
    return verdict;
  }

  /** Applies an update that was weighed {@link Verdict#TAKE}. */
  void take(Update update, RowList list, EncodedSums sums) {
    long since = clock.now();
    long[] values = sums.read();
    if (values.length < list.floats()) {
      throw new IllegalArgumentException(values.length + " sums for " + list.floats());
    }
    long staleness = seen.count() - list.servedAt();
    seen.add(update.worker(), update.sequence()); // every update reaches every lane
    int from = 0;
    for (int s = 0; s < list.segments(); s++) {
      VersionedRows rows = held.of(list.partition(s)).rows();
      TableShard shard = rows.shard(list.table(s));
      Optimizer.Step step =
          shard.table().optimizer().step(seen.count(), update.weight(), staleness);
      ShardSnapshot[] snapshot = rows.readers().snapshot();
      apply(step, shard, snapshot == null ? null : snapshot[list.table(s)], list, s, values, from);
      from += list.count(s) * tables.get(list.table(s)).width();
    }
    clock.count(since);
  }

  /**
   * @param snapshot the snapshot in progress of the shard, or null
   */
  private void apply(
      Optimizer.Step step,
      TableShard shard,
      ShardSnapshot snapshot,
      RowList list,
      int segment,
      long[] sums,
      int from) {
    int[] rows = list.isWhole(segment) ? null : list.rows();
    int start = rows == null ? 0 : list.start(segment);
    int count = list.count(segment);
    if (snapshot != null) {
      for (int i = start; i < start + count; i++) {
        snapshot.keep(rows == null ? i : rows[i]);
      }
    }
    stepping.step(step, shard, rows, start, count, sums, from, null);
  }
}
