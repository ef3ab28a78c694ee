package trainer.pserver.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import trainer.core.table.Partitions;

/**
 * A hash index that numbers the keys of one shard from 0, in order of arrival. The number of a key
 * never changes. When a key is removed, the next new key reuses its number.
 *
 * <p>Keys are stored once, by number. A hash table of numbers, four bytes a slot, finds them. The
 * table consists of leaves, selected by the first bits of a key's hash. A full leaf becomes a fifth
 * larger, or splits in two, and no other leaf is touched (Fagin, Nievergelt, Pippenger, Strong:
 * Extendible Hashing, TODS 4, 1979). Growing therefore takes microseconds, never holds more than
 * one leaf twice, and leaves few slots empty. A key takes 13 to 14 bytes, as measured by {@code
 * benchmarks/store}.
 *
 * <p>Keys that are {@linkplain #append appended} enter the table at the next lookup. If {@link
 * DirectRows} has the keys of a shard, its table may never be needed. Keys wait only while the
 * shard has at most 65,536, so that no lookup takes long.
 */
public final class SparseKeyIndex implements KeyIndex {
  private static final int CHUNK_SHIFT = 12;
  private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

  /** Enough for nearly 2^31 rows; only adversarial keys would need more. */
  private static final int DEEPEST = 24;

  private static final int BLOCK = 64;

  /** Below this number of keys, appended keys may wait to be indexed. */
  private static final int FEW = 1 << 16;

  private long[][] keys = new long[4][];
  private int size;

  /** The leaf for each value of the first {@code depth} bits of a hash. */
  private KeyLeaf[] leaves = {KeyLeaf.first()};

  private int depth;

  /** The numbers from this one on are not in the leaves yet. */
  private int indexed;

  /** Numbers that are free for reuse, and those reused since {@link #takeReused}. */
  private final BitSet free = new BitSet(0);

  private int lowestFree;
  private int freed;
  private int[] reused = new int[0];
  private int reusedSize;

  @Override
  public int size() {
    return size;
  }

  @Override
  public long key(int row) {
    return key(keys, row);
  }

  /** Reads keys in a loop of its own, so that cache misses overlap. */
  @Override
  public void keys(int[] rows, int from, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      target[i] = keys[row >>> CHUNK_SHIFT][row & CHUNK_MASK];
    }
  }

  @Override
  public int find(long key) {
    index();
    long hash = hash(key);
    return leaves[at(hash)].find(hash, key, keys);
  }

  @Override
  public boolean isFree(int row) {
    return free.get(row);
  }

  /** Releases a row, whose number another key may then reuse. */
  void remove(int row) {
    index();
    long hash = hash(key(row));
    leaves[at(hash)].remove(hash, row);
    free.set(row);
    freed++;
    lowestFree = Math.min(lowestFree, row);
  }

  /** The number of released numbers that are not reused. */
  int freed() {
    return freed;
  }

  /** The numbers reused since the last call. */
  int[] takeReused() {
    int[] taken = Arrays.copyOf(reused, reusedSize);
    reusedSize = 0;
    return taken;
  }

  /** The row of {@code key}, which gets a number if it has none. */
  int findOrAdd(long key) {
    index();
    long hash = hash(key);
    int row = leaves[at(hash)].find(hash, key, keys);
    return row >= 0 ? row : add(hash, key);
  }

  /** Finds the rows of many keys; {@link KeyIndex#ABSENT} for a key without one. */
  void find(long[] wanted, int from, int count, int[] target) {
    index();
    for (int start = from; start < from + count; start += BLOCK) {
      int end = Math.min(from + count, start + BLOCK);
      guess(wanted, start, end, target);
      for (int i = start; i < end; i++) {
        if (target[i] >= 0 && key(target[i]) != wanted[i]) {
          target[i] = find(wanted[i]);
        }
      }
    }
  }

  /** Finds the rows of many distinct keys. Keys without a row get numbers in their order. */
  void findOrAdd(long[] wanted, int from, int count, int[] target) {
    index();
    for (int start = from; start < from + count; start += BLOCK) {
      int end = Math.min(from + count, start + BLOCK);
      guess(wanted, start, end, target);
      for (int i = start; i < end; i++) {
        if (target[i] < 0) {
          target[i] = add(hash(wanted[i]), wanted[i]);
        } else if (key(target[i]) != wanted[i]) {
          target[i] = findOrAdd(wanted[i]);
        }
      }
    }
  }

  /**
   * Guesses the rows of a block of keys. Each step is done for the whole block before the next
   * step, so that cache misses overlap.
   */
  private void guess(long[] wanted, int start, int end, int[] target) {
    for (int i = start; i < end; i++) {
      long hash = hash(wanted[i]);
      target[i] = leaves[at(hash)].atHome(hash);
    }
    for (int i = start; i < end; i++) {
      long hash = hash(wanted[i]);
      target[i] = leaves[at(hash)].guess(hash);
    }
  }

  /** Gives the next numbers to keys that are known to have none. */
  void append(long[] absent, int count) {
    for (int i = 0; i < count; i++) {
      append(absent[i]);
    }
    if (size > FEW) { // a long backlog would delay the next lookup
      index();
    }
  }

  /**
   * Visits the rows whose keys' hashes fall into the {@code part}-th of {@code parts} equal parts.
   */
  void forEachRow(int part, int parts, IntConsumer visitor) {
    index();
    long first = ((((long) part << 32) + parts - 1) / parts) << 32;
    KeyLeaf before = null;
    for (int i = at(first); i < leaves.length && part(i, parts) <= part; i++) {
      if (leaves[i] != before) {
        before = leaves[i];
        for (int row : before.rows()) {
          if (part(hash(key(row)), parts) == part) {
            visitor.accept(row);
          }
        }
      }
    }
  }

  /** The part that the first hash of a leaf falls into. */
  private int part(int leaf, int parts) {
    return part(depth == 0 ? 0 : (long) leaf << (Long.SIZE - depth), parts);
  }

  private static int part(long hash, int parts) {
    return (int) (((hash >>> 32) * parts) >>> 32);
  }

  private int add(long hash, long key) {
    int row = free.nextSetBit(lowestFree);
    lowestFree = row < 0 ? size : row;
    if (row < 0) {
      row = size;
      append(key);
      indexed = size;
    } else {
      reuse(row, key);
    }
    put(hash, row);
    return row;
  }

  private void index() {
    for (; indexed < size; indexed++) {
      put(hash(key(indexed)), indexed);
    }
  }

  private void put(long hash, int row) {
    KeyLeaf leaf = leaves[at(hash)];
    if (!leaf.hasRoomFor(row)) {
      makeRoom(hash, leaf);
      leaf = leaves[at(hash)];
    }
    leaf.add(hash, row);
  }

  private void reuse(int row, long key) {
    free.clear(row);
    freed--;
    keys[row >>> CHUNK_SHIFT][row & CHUNK_MASK] = key;
    if (reusedSize == reused.length) {
      reused = Arrays.copyOf(reused, Math.max(64, reusedSize * 2));
    }
    reused[reusedSize++] = row;
  }

  private void append(long key) {
    int chunk = size >>> CHUNK_SHIFT;
    if (chunk == keys.length) {
      keys = Arrays.copyOf(keys, keys.length * 2);
    }
    if (keys[chunk] == null) {
      keys[chunk] = new long[CHUNK_MASK + 1];
    }
    keys[chunk][size & CHUNK_MASK] = key;
    size = Math.addExact(size, 1);
  }

  private void makeRoom(long hash, KeyLeaf full) {
    if (!full.isLarge() || full.depth() == DEEPEST) {
      replace(hash, full.depth(), full.grown(size));
      return;
    }
    if (full.depth() == depth) {
      deepen();
    }
    KeyLeaf[] halves = full.split(keys, size);
    long bit = 1L << (63 - full.depth());
    replace(hash & ~bit, full.depth() + 1, halves[0]);
    replace(hash | bit, full.depth() + 1, halves[1]);
  }

  private void deepen() {
    KeyLeaf[] twice = new KeyLeaf[Math.multiplyExact(leaves.length, 2)];
    for (int i = 0; i < twice.length; i++) {
      twice[i] = leaves[i >>> 1];
    }
    leaves = twice;
    depth++;
  }

  /** Puts a leaf at all hashes that begin with the same {@code bits} bits. */
  private void replace(long hash, int bits, KeyLeaf leaf) {
    int count = 1 << (depth - bits);
    int first = at(hash) & -count;
    Arrays.fill(leaves, first, first + count, leaf);
  }

  private int at(long hash) {
    // Two shifts, because a single one by 64, at depth 0, would not shift at all.
    return (int) (hash >>> 1 >>> (63 - depth));
  }

  static long key(long[][] keys, int row) {
    return keys[row >>> CHUNK_SHIFT][row & CHUNK_MASK];
  }

  /**
   * A hash independent of {@link Partitions#of}, which has the same five bits for all keys here.
   */
  public static long hash(long key) {
    return Partitions.mix(key);
  }
}
