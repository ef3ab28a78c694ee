package trainer.pserver.partition;

import java.util.List;
import trainer.learning.optimizer.Optimizer;

/**
 * Applies gradients on arrival, each update once however often it comes: there is no accumulator,
 * no undo log, and the next pull sees it. All copies of a lane take the same updates in the same
 * order.
 */
final class UpdateIntake {
  private final Copy[] copies;
  private final Copy[] byPartition;
  private final List<Table> tables;
  private final Stepping stepping;
  private final SeenUpdates seen;

  UpdateIntake(
      Copy[] copies, Copy[] byPartition, List<Table> tables, Stepping stepping, SeenUpdates seen) {
    this.copies = copies;
    this.byPartition = byPartition;
    this.tables = tables;
    this.stepping = stepping;
    this.seen = seen;
  }

  /** What is to be done with an update: it is known for good, whatever line it was sent under. */
  Verdict weigh(Update update) {
    if (seen.contains(update.worker(), update.sequence())) {
      return Verdict.KNOWN;
    }
    Verdict verdict = Verdict.TAKE;
    for (Copy copy : copies) {
      verdict = Copies.stricter(verdict, copy.weigh(update));
    }
    return verdict;
  }

  /** Applies an update that was weighed {@link Verdict#TAKE}. */
  void take(Update update, RowList list, Sums sums) {
    long[] values = sums.read();
    if (values.length < list.floats()) {
      throw new IllegalArgumentException(values.length + " sums for " + list.floats());
    }
    long staleness = seen.count() - list.servedAt();
    seen.add(update.worker(), update.sequence()); // every update comes to every lane
    int from = 0;
    for (int s = 0; s < list.segments(); s++) {
      Copy copy = byPartition[list.partition(s)];
      Slice slice = copy.slice(list.table(s));
      Optimizer.Step step =
          slice.table().optimizer().step(seen.count(), update.records(), staleness);
      SliceCut[] cut = copy.cut();
      apply(step, slice, cut == null ? null : cut[list.table(s)], list, s, values, from);
      from += list.count(s) * tables.get(list.table(s)).width();
    }
  }

  /**
   * @param cut what is being copied out of the slice, or null
   */
  private void apply(
      Optimizer.Step step,
      Slice slice,
      SliceCut cut,
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
