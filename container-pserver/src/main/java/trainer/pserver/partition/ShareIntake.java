package trainer.pserver.partition;

import java.util.Arrays;
import java.util.List;

/**
 * Brings a share into the accumulators of all copies of a lane, each of which may have it already.
 */
final class ShareIntake {
  private final Copy[] copies;
  private final Copy[] byPartition;
  private final List<Table> tables;
  private final boolean[] wanted;
  private long[] segmentSums = new long[1024];

  ShareIntake(Copy[] copies, Copy[] byPartition, List<Table> tables) {
    this.copies = copies;
    this.byPartition = byPartition;
    this.tables = tables;
    this.wanted = new boolean[byPartition.length];
  }

  /** One verdict for all: known only if every copy has the share. */
  Verdict weigh(Push push) {
    boolean known = true;
    Verdict verdict = Verdict.TAKE;
    for (Copy copy : copies) {
      Verdict one = copy.weigh(push);
      known &= one == Verdict.KNOWN;
      if (one != Verdict.KNOWN) {
        verdict = Copies.stricter(verdict, one);
      }
    }
    return known ? Verdict.KNOWN : verdict;
  }

  /** Adds a share that was weighed {@link Verdict#TAKE}. */
  void take(Push push, RowList list, Sums sums) {
    Arrays.fill(wanted, false);
    for (Copy copy : copies) {
      if (copy.weigh(push) == Verdict.TAKE) {
        copy.enter(push);
        if (copy.partition() >= 0) {
          wanted[copy.partition()] = true;
        }
      }
    }
    int from = 0;
    for (int s = 0; s < list.segments(); s++) {
      int count = list.count(s);
      int integers = count * tables.get(list.table(s)).width();
      int partition = list.partition(s);
      if (wanted[partition]) {
        makeRoom(integers);
        sums.read(from, integers, segmentSums);
        byPartition[partition].add(
            push.version(), list.table(s), list.rows(), list.start(s), count, segmentSums);
      }
      from += integers;
    }
  }

  private void makeRoom(int integers) {
    if (segmentSums.length < integers) {
      segmentSums = new long[Math.max(integers, segmentSums.length * 2)];
    }
  }
}
