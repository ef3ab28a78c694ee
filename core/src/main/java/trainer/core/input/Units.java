package trainer.core.input;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The units of an input: runs of blocks that are decoded together, such as those of a row group.
 * Every block belongs to one. Immutable.
 */
public final class Units {
  private final BitSet starts;
  private final int blocks;

  /**
   * @param starts the first blocks of units; the first block of all is one
   */
  Units(BitSet starts, int blocks) {
    this.starts = starts;
    this.blocks = blocks;
  }

  /** Units of one block each. */
  public static Units ofBlocks(int blocks) {
    BitSet all = new BitSet(blocks);
    all.set(0, blocks);
    return new Units(all, blocks);
  }

  /** Whether any unit has several blocks. */
  public boolean areLarge() {
    return count() < blocks;
  }

  /** The number of blocks of all units. */
  public int blocks() {
    return blocks;
  }

  /** The first blocks of the units, ascending. */
  public int[] firsts() {
    return starts.stream().toArray();
  }

  /** The number of units. */
  public int count() {
    return starts.cardinality();
  }

  /** The first block of the unit that a block belongs to. */
  public int first(int block) {
    return starts.previousSetBit(block);
  }

  /** The first block behind the unit that a block belongs to. */
  public int end(int block) {
    int next = starts.nextSetBit(block + 1);
    return next < 0 ? blocks : next;
  }

  /**
   * The blocks that are decoded for each of some blocks: those of their units, by those wanted; 1
   * at least.
   */
  public double decodedForEach(int[] wanted) {
    long decoded =
        Arrays.stream(wanted).map(this::first).distinct().mapToLong(unit -> end(unit) - unit).sum();
    return Math.max(1, decoded / (double) wanted.length);
  }
}
