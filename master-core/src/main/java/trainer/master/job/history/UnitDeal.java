package trainer.master.job.history;

import trainer.core.input.Units;
import trainer.core.random.SplitMix64;

/**
 * An order of an input's blocks in which few units are open at a time. The units are opened in a
 * random order. The open ones give a block each by turns, in the order of their blocks. A unit
 * without further blocks gives its place to the next one.
 */
final class UnitDeal {
  private final Units units;
  private final int[] firsts;
  private final int[] order;

  /** For each open unit, its next block and the block behind its last. */
  private final int[] next;

  private final int[] end;
  private int opened;

  private UnitDeal(SplitMix64 random, Units units, int open) {
    this.units = units;
    this.firsts = units.firsts();
    this.order = random.permutation(firsts.length);
    this.next = new int[Math.min(open, firsts.length)];
    this.end = new int[next.length];
  }

  /**
   * Deals all blocks.
   *
   * @param open units that are open at a time
   */
  static int[] of(SplitMix64 random, Units units, int open) {
    return new UnitDeal(random, units, open).deal();
  }

  private int[] deal() {
    int[] dealt = new int[units.blocks()];
    int active = next.length;
    for (int place = 0; place < active; place++) {
      open(place);
    }
    int count = 0;
    while (count < dealt.length) {
      for (int place = 0; place < active; place++) {
        if (next[place] == end[place] && opened < order.length) {
          open(place);
        }
        if (next[place] < end[place]) {
          dealt[count++] = next[place]++;
        }
      }
    }
    return dealt;
  }

  private void open(int place) {
    next[place] = firsts[order[opened++]];
    end[place] = units.end(next[place]);
  }
}
