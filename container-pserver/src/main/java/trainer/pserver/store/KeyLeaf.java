package trainer.pserver.store;

/**
 * A leaf of a {@link SparseKeyIndex}: open addressing with linear probing over row numbers.
 *
 * <p>A slot is 0, or holds row + 1 in its low bits and a tag in the high bits that no row needs.
 * The tag consists of the bits of the key's hash that follow those common to all keys of the leaf.
 * The tag determines the home slot of the row, so a leaf grows without reading its keys. There are
 * twice as many tags as rows, so most wrong keys are rejected without being read.
 */
final class KeyLeaf {
  private static final int FEWEST_SLOTS = 8;
  private static final int LARGEST = 2048;

  /** Below this number of rows an index is small anyway, so it trades memory for time. */
  private static final int FEW_ROWS = 1 << 16;

  private final int depth;
  private final int[] slots;

  /** The bits of a slot that hold the row; the others hold the tag. */
  private final int rowBits;

  private final int most;
  private int size;

  /**
   * Creates an empty leaf, of whose slots at most five sixths are ever taken.
   *
   * @param depth the number of first bits that the hashes of all its keys have in common
   * @param most the most rows it takes
   * @param rows the rows of the index; a leaf takes numbers up to about a quarter above that
   */
  private KeyLeaf(int depth, int most, int rows) {
    this.depth = depth;
    this.most = most;
    this.slots = new int[Math.max(FEWEST_SLOTS, most + most / 5 + 1)];
    int largest = (int) Math.min(Integer.MAX_VALUE, rows + rows / 4 + 255L);
    this.rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }

  /** The leaf of an index without keys. */
  static KeyLeaf first() {
    return new KeyLeaf(0, FEWEST_SLOTS - 2, 0);
  }

  int depth() {
    return depth;
  }

  boolean hasRoomFor(int row) {
    return size < most && row < (1L << rowBits) - 1;
  }

  /** Whether the leaf is split when it is full; a smaller one grows. */
  boolean isLarge() {
    return size >= Math.min(LARGEST, 1 << (Integer.SIZE - rowBits - 1));
  }

  /** The row of a key, or {@link KeyIndex#ABSENT}. */
  int find(long hash, long key, long[][] keys) {
    int[] table = slots;
    int bits = rowBits;
    int tag = tag(hash);
    int slot = home(tag);
    int value = table[slot];
    while (value != 0) {
      if (value >>> bits == tag) {
        int row = row(value);
        if (SparseKeyIndex.key(keys, row) == key) {
          return row;
        }
      }
      slot = slot + 1 == table.length ? 0 : slot + 1;
      value = table[slot];
    }
    return KeyIndex.ABSENT;
  }

  /** The first slot that {@link #find} reads. */
  int atHome(long hash) {
    return slots[home(tag(hash))];
  }

  /** A row whose tag matches; its key has not been read. */
  int guess(long hash) {
    int tag = tag(hash);
    int slot = home(tag);
    int value = slots[slot];
    while (value != 0 && value >>> rowBits != tag) {
      slot = slot + 1 == slots.length ? 0 : slot + 1;
      value = slots[slot];
    }
    return row(value);
  }

  /** Adds a row that it {@link #hasRoomFor}, whose key is absent. */
  void add(long hash, int row) {
    put(tag(hash), row);
  }

  /** Removes a row that is present. Later rows that its slot displaced move up. */
  void remove(long hash, int row) {
    int hole = home(tag(hash));
    while (row(slots[hole]) != row) {
      hole = next(hole);
    }
    for (int slot = next(hole); slots[slot] != 0; slot = next(slot)) {
      int away = slot - home(slots[slot] >>> rowBits);
      int toHole = slot - hole;
      if (Math.floorMod(away, slots.length) >= Math.floorMod(toHole, slots.length)) {
        slots[hole] = slots[slot];
        hole = slot;
      }
    }
    slots[hole] = 0;
    size--;
  }

  private int next(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  /** A leaf of the same rows with room for more. */
  KeyLeaf grown(int rows) {
    KeyLeaf grown = new KeyLeaf(depth, withRoom(size, rows), rows);
    int dropped = grown.rowBits - rowBits;
    for (int value : slots) {
      if (value != 0) {
        grown.put(value >>> rowBits >>> dropped, row(value));
      }
    }
    return grown;
  }

  /** The same rows in two leaves: those whose next hash bit is 0, and those whose bit is 1. */
  KeyLeaf[] split(long[][] keys, int rows) {
    int[] own = rows();
    long[] hashes = hashes(own, keys);
    int ones = 0;
    for (long hash : hashes) {
      ones += bit(hash);
    }
    KeyLeaf[] halves = {half(own.length - ones, rows), half(ones, rows)};
    for (int i = 0; i < own.length; i++) {
      halves[bit(hashes[i])].add(hashes[i], own[i]);
    }
    return halves;
  }

  private KeyLeaf half(int rowsOfIt, int rows) {
    return new KeyLeaf(depth + 1, withRoom(rowsOfIt, rows), rows);
  }

  /** Room for a fifth more rows; for twice as many in a small index. */
  private static int withRoom(int rowsOfIt, int rows) {
    return rowsOfIt + (rows < FEW_ROWS ? rowsOfIt : rowsOfIt / 5) + 2;
  }

  private int bit(long hash) {
    return (int) (hash >>> (63 - depth)) & 1;
  }

  private void put(int tag, int row) {
    int slot = home(tag);
    while (slots[slot] != 0) {
      slot = slot + 1 == slots.length ? 0 : slot + 1;
    }
    slots[slot] = (tag << rowBits) | (row + 1);
    size++;
  }

  /** All rows, in no order. */
  int[] rows() {
    int[] own = new int[size];
    int next = 0;
    for (int value : slots) {
      if (value != 0) {
        own[next++] = row(value);
      }
    }
    return own;
  }

  /** Hashes keys in a loop of its own, so that cache misses overlap. */
  private static long[] hashes(int[] rows, long[][] keys) {
    long[] hashes = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      hashes[i] = SparseKeyIndex.hash(SparseKeyIndex.key(keys, rows[i]));
    }
    return hashes;
  }

  private int row(int value) {
    return (value & (-1 >>> (Integer.SIZE - rowBits))) - 1;
  }

  private int tag(long hash) {
    return (int) ((hash << depth) >>> (Integer.SIZE + rowBits));
  }

  /** The tag, scaled to the slots. */
  private int home(int tag) {
    return (int) (((long) tag * slots.length) >>> (Integer.SIZE - rowBits));
  }
}
