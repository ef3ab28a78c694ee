package trainer.pserver.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import trainer.core.table.Partitions;

/**
 * Numbers the keys of one slice from 0, in the order they come; a number never changes, unless its
 * key is removed: then the next new key gets it.
 *
 * <p>Keys stand once, by their numbers. They are found through a hash table of numbers, four bytes
 * a slot, that is cut into leaves by the first bits of a key's hash: a leaf that is full becomes a
 * fifth larger, or two leaves, and no other is touched (Fagin, Nievergelt, Pippenger, Strong:
 * Extendible Hashing, TODS 4, 1979). So growing is a matter of microseconds, never holds more than
 * a leaf twice, and leaves few slots empty: a key takes 13 to 14 bytes. Measured by {@code
 * benchmarks/store}.
 *
 * <p>Keys that are {@linkplain #append appended} get into the table when somebody asks for a key: a
 * slice whose keys {@link DirectRows} knows may never need it. No more than some thousands wait, so
 * that nobody who asks waits for long.
 */
public final class KeyIndex implements RowIndex {
  private static final int CHUNK_SHIFT = 12;
  private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

  /** Enough for nearly 2^31 rows; only keys made for it would want more. */
  private static final int DEEPEST = 24;

  private static final int BLOCK = 64;

  /** As long as there are fewer keys, those appended may wait. */
  private static final int FEW = 1 << 16;

  private long[][] keys = new long[4][];
  private int size;

  /** The leaf of each value of the first {@code depth} bits of a hash. */
  private KeyLeaf[] leaves = {KeyLeaf.first()};

  private int depth;

  /** The numbers from this one on are not in the leaves yet. */
  private int indexed;

  /** Numbers that are given up, to be given anew; and those that lately were. */
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

  /** With nothing else in the loop, so that cache misses do not wait for each other. */
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

  /** Gives a row up, whose number may then be another key's. */
  void remove(int row) {
    index();
    long hash = hash(key(row));
    leaves[at(hash)].remove(hash, row);
    free.set(row);
    freed++;
    lowestFree = Math.min(lowestFree, row);
  }

  /** How many numbers are given up and not given anew. */
  int freed() {
    return freed;
  }

  /** The numbers that were given anew since this was asked last. */
  int[] takeReused() {
    int[] taken = Arrays.copyOf(reused, reusedSize);
    reusedSize = 0;
    return taken;
  }

  /** The row of {@code key}, which gets the next number if it has none. */
  int findOrAdd(long key) {
    index();
    long hash = hash(key);
    int row = leaves[at(hash)].find(hash, key, keys);
    return row >= 0 ? row : add(hash, key);
  }

  /**
   * The rows of many keys, each named once; those without get the next numbers, in their order. A
   * step is done for a block of keys before the next step, so that cache misses do not wait for
   * each other.
   */
  void findOrAdd(long[] wanted, int from, int count, int[] target) {
    index();
    for (int start = from; start < from + count; start += BLOCK) {
      int end = Math.min(from + count, start + BLOCK);
      for (int i = start; i < end; i++) {
        long hash = hash(wanted[i]);
        target[i] = leaves[at(hash)].atHome(hash);
      }
      for (int i = start; i < end; i++) {
        long hash = hash(wanted[i]);
        target[i] = leaves[at(hash)].guess(hash);
      }
      for (int i = start; i < end; i++) {
        if (target[i] < 0) {
          target[i] = add(hash(wanted[i]), wanted[i]);
        } else if (key(target[i]) != wanted[i]) {
          target[i] = findOrAdd(wanted[i]);
        }
      }
    }
  }

  /** The next numbers for keys that are known to have none. */
  void append(long[] absent, int count) {
    for (int i = 0; i < count; i++) {
      append(absent[i]);
    }
    if (size > FEW) {
      index();
    }
  }

  /** The rows whose keys' hashes fall into the {@code part}-th of so many equal parts. */
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

  /** Puts a leaf wherever the hashes begin with the same so many bits. */
  private void replace(long hash, int bits, KeyLeaf leaf) {
    int count = 1 << (depth - bits);
    int first = at(hash) & -count;
    Arrays.fill(leaves, first, first + count, leaf);
  }

  private int at(long hash) {
    return (int) (hash >>> 1 >>> (63 - depth));
  }

  static long key(long[][] keys, int row) {
    return keys[row >>> CHUNK_SHIFT][row & CHUNK_MASK];
  }

  /** Independent of {@link Partitions#of}, which gave all keys here the same five bits. */
  public static long hash(long key) {
    return Partitions.mix(key);
  }
}
