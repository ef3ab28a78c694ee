package trainer.pserver.replica;

import java.util.List;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.GradientSums;
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
  private final PartitionReplica[] copies;
  private final PartitionReplica[] byPartition;
  private final List<Table> tables;
  private final OptimizerStep stepping;
  private final SeenUpdates seen;

  UpdateIntake(
      PartitionReplica[] copies,
      PartitionReplica[] byPartition,
      List<Table> tables,
      OptimizerStep stepping,
      SeenUpdates seen) {
    this.copies = copies;
    this.byPartition = byPartition;
    this.tables = tables;
    this.stepping = stepping;
    this.seen = seen;
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
    for (PartitionReplica copy : copies) {
      verdict = LaneReplicas.stricter(verdict, copy.weigh(update));
    }
    return verdict;
  }

  /** Applies an update that was weighed {@link Verdict#TAKE}. */
  void take(Update update, RowList list, GradientSums sums) {
    long[] values = sums.read();
    if (values.length < list.floats()) {
      throw new IllegalArgumentException(values.length + " sums for " + list.floats());
    }
    long staleness = seen.count() - list.servedAt();
    seen.add(update.worker(), update.sequence()); // every update reaches every lane
    int from = 0;
    for (int s = 0; s < list.segments(); s++) {
      PartitionReplica copy = byPartition[list.partition(s)];
      TableShard slice = copy.slice(list.table(s));
      Optimizer.Step step =
          slice.table().optimizer().step(seen.count(), update.records(), staleness);
      ShardSnapshot[] cut = copy.cut();
      apply(step, slice, cut == null ? null : cut[list.table(s)], list, s, values, from);
      from += list.count(s) * tables.get(list.table(s)).width();
    }
  }

  /**
   * @param cut the snapshot in progress of the shard, or null
   */
  private void apply(
      Optimizer.Step step,
      TableShard slice,
      ShardSnapshot cut,
      RowList list,
      int segment,
      long[] sums,
      int from) {
    int[] rows = list.isWhole(segment) ? null : list.rows();
    int start = rows == null ? 0 : list.start(segment);
    int count = list.count(segment);
    if (cut != null) {
      for (int i = start; i < start + count; i++) {
        cut.keep(rows == null ? i : rows[i]);
      }
    }
    stepping.step(step, slice, rows, start, count, sums, from, null);
  }
}
