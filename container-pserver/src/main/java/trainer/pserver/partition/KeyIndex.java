package trainer.pserver.partition;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * Numbers the keys of one slice from 0, in the order they come; a number never changes.
 *
 * <p>Keys stand once, by their numbers. They are found through a hash table of numbers, four bytes
 * a slot, that is cut into leaves by the first bits of a key's hash: a leaf that is full becomes a
 * fifth larger, or two leaves, and no other is touched (Fagin, Nievergelt, Pippenger, Strong:
 * Extendible Hashing, TODS 4, 1979). So growing is a matter of microseconds, never holds more than
 * a leaf twice, and leaves few slots empty: a key takes 13 to 14 bytes. Measured by {@code
 * benchmarks/store}.
 */
final class KeyIndex implements Numbering {
  private static final int CHUNK_SHIFT = 12;
  private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

  /** Enough for nearly 2^31 rows; only keys made for it would want more. */
  private static final int DEEPEST = 24;

  private static final int BLOCK = 64;

  private long[][] keys = new long[4][];
  private int size;

  /** The leaf of each value of the first {@code depth} bits of a hash. */
  private KeyLeaf[] leaves = {KeyLeaf.first()};

  private int depth;

  @Override
  public int size() {
    return size;
  }

  @Override
  public long key(int row) {
    return key(keys, row);
  }

  @Override
  public int find(long key) {
    long hash = hash(key);
    return leaves[at(hash)].find(hash, key, keys);
  }

  /** The row of {@code key}, which gets the next number if it has none. */
  int findOrAdd(long key) {
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

  private int add(long hash, long key) {
    int row = size;
    append(key);
    KeyLeaf leaf = leaves[at(hash)];
    if (!leaf.hasRoomFor(row)) {
      makeRoom(hash, leaf);
      leaf = leaves[at(hash)];
    }
    leaf.add(hash, row);
    return row;
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
  static long hash(long key) {
    return Partitions.mix(key);
  }
}
