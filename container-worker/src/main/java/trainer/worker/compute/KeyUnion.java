package trainer.worker.compute;

import java.util.List;
import trainer.core.table.Partitions;
import trainer.learning.block.NamedRows;
import trainer.learning.block.SmallKeys;

/**
 * The sorted union of the listed keys of several blocks, and the position of each block's keys in
 * it. Small keys form an ordered set. Other keys are sorted already and are merged in pairs. For
 * one use.
 */
final class KeyUnion {
  private final List<NamedRows> blocks;
  private final int[][] places;
  private final NamedRows keys;

  /**
   * Unites the keys of blocks.
   *
   * @param small reused for each union
   */
  KeyUnion(int table, List<NamedRows> blocks, SmallKeys small) {
    this.blocks = blocks;
    this.places = new int[blocks.size()][];
    if (blocks.isEmpty()) {
      this.keys = NamedRows.of(table);
    } else if (blocks.size() > 1 && blocks.stream().allMatch(KeyUnion::isSmall)) {
      this.keys = ordered(table, small);
    } else {
      this.keys = unite(0, blocks.size());
    }
  }

  /** The keys, in an array that may be longer. */
  NamedRows keys() {
    return keys;
  }

  /** The position of the key of each row of a block; null if it is the only block. */
  int[] places(int block) {
    return places[block];
  }

  private static boolean isSmall(NamedRows block) {
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      int end = block.ends()[partition];
      if (end > block.start(partition) && !SmallKeys.isSmall(block.key(end - 1))) {
        return false;
      }
    }
    return true;
  }

  private NamedRows ordered(int table, SmallKeys small) {
    small.clear();
    for (NamedRows block : blocks) {
      addAll(block, small);
    }
    NamedRows union = small.order(table, new int[Partitions.COUNT]);
    for (int block = 0; block < places.length; block++) {
      places[block] = placesOf(blocks.get(block), small);
    }
    return union;
  }

  private static void addAll(NamedRows block, SmallKeys small) {
    for (int row = 0; row < block.count(); row++) {
      small.add((int) block.keys()[row]);
    }
  }

  private static int[] placesOf(NamedRows block, SmallKeys small) {
    int[] of = new int[block.count()];
    for (int row = 0; row < of.length; row++) {
      of[row] = small.place((int) block.keys()[row]);
    }
    return of;
  }

  private NamedRows unite(int from, int to) {
    if (to - from == 1) {
      return blocks.get(from);
    }
    int middle = (from + to) >>> 1;
    NamedRows left = unite(from, middle);
    NamedRows right = unite(middle, to);
    int[] ofLeft = new int[left.count()];
    int[] ofRight = new int[right.count()];
    NamedRows union = merge(left, right, ofLeft, ofRight);
    move(from, middle, ofLeft);
    move(middle, to, ofRight);
    return union;
  }

  private void move(int from, int to, int[] target) {
    if (to - from == 1) {
      places[from] = target;
      return;
    }
    for (int block = from; block < to; block++) {
      int[] of = places[block];
      for (int row = 0; row < of.length; row++) {
        of[row] = target[of[row]];
      }
    }
  }

  private static NamedRows merge(NamedRows left, NamedRows right, int[] ofLeft, int[] ofRight) {
    long[] keys = new long[left.count() + right.count()];
    int[] ends = new int[Partitions.COUNT];
    int size = 0;
    for (int partition = 0; partition < ends.length; partition++) {
      size = merge(left, right, partition, keys, size, ofLeft, ofRight);
      ends[partition] = size;
    }
    return new NamedRows(keys, size, ends);
  }

  /** Merges one partition. A key in both lists is written once, and both positions refer to it. */
  private static int merge(
      NamedRows left,
      NamedRows right,
      int partition,
      long[] keys,
      int start,
      int[] ofLeft,
      int[] ofRight) {
    long[] leftKeys = left.keys();
    long[] rightKeys = right.keys();
    int leftEnd = left.ends()[partition];
    int rightEnd = right.ends()[partition];
    int i = left.start(partition);
    int j = right.start(partition);
    int at = start;
    while (i < leftEnd && j < rightEnd) {
      long one = leftKeys[i];
      long other = rightKeys[j];
      // Unsigned comparison without a branch, which would be mispredicted.
      boolean isLeft = one + Long.MIN_VALUE <= other + Long.MIN_VALUE;
      boolean isRight = other + Long.MIN_VALUE <= one + Long.MIN_VALUE;
      keys[at] = isLeft ? one : other;
      ofLeft[i] = at;
      ofRight[j] = at;
      i += isLeft ? 1 : 0;
      j += isRight ? 1 : 0;
      at++;
    }
    at = append(leftKeys, i, leftEnd, keys, at, ofLeft);
    return append(rightKeys, j, rightEnd, keys, at, ofRight);
  }

  private static int append(long[] from, int start, int end, long[] to, int at, int[] places) {
    System.arraycopy(from, start, to, at, end - start);
    for (int i = start; i < end; i++) {
      places[i] = at + i - start;
    }
    return at + end - start;
  }
}
