package trainer.learning.block;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * A set of keys below {@link #LIMIT} of one table, one bit per key. The set is inherently sorted:
 * the place of a key is the count of the bits before it. It takes a tenth of the memory of a hash
 * table, so that it fits in a core's cache. A second bit set marks the words with keys, so that
 * clearing costs only the words in use.
 *
 * <p>Confined to one thread.
 */
public final class SmallKeys {
  /** The exclusive upper bound of keys. */
  public static final int LIMIT = 1 << 24;

  private static final int LIMIT_BITS = 24;
  private static final int FIRST_CAPACITY = 1 << 16;

  /** Key k is bit k % 64 of word k / 64. */
  private long[] words = new long[FIRST_CAPACITY >>> 6];

  /** Word w with keys is bit w % 64 of word w / 64. */
  private long[] used = new long[words.length >>> 6];

  /** The number of keys before those of a word. */
  private int[] before = new int[words.length];

  private int[] ascending = new int[0];
  private int[] places = new int[0];
  private int size;

  /** Whether a key is below the limit, as an unsigned number. */
  public static boolean isSmall(long key) {
    return key >>> LIMIT_BITS == 0;
  }

  /** Adds a small key and returns it. */
  public int add(int key) {
    int word = key >>> 6;
    if (word >= words.length) {
      grow(word);
    }
    words[word] |= 1L << key;
    used[word >>> 6] |= 1L << word;
    return key;
  }

  /**
   * Ends the set: puts its keys in the order of key lists, with room after those of each partition.
   * {@link #place} is valid until the next key is added, which begins the next set.
   *
   * @param table its position in the job's list
   * @param room for each partition the number of other keys that follow
   */
  public NamedRows order(int table, int[] room) {
    collect();
    int[] starts = new int[Partitions.COUNT];
    for (int i = 0; i < size; i++) {
      int partition = Partitions.of(table, ascending[i]);
      places[i] = partition;
      starts[partition]++;
    }
    int sum = 0;
    int[] ends = new int[Partitions.COUNT];
    for (int partition = 0; partition < ends.length; partition++) {
      int count = starts[partition];
      starts[partition] = sum;
      sum += count + room[partition];
      ends[partition] = sum;
    }
    long[] keys = new long[sum];
    for (int i = 0; i < size; i++) {
      int place = starts[places[i]]++;
      keys[place] = ascending[i];
      places[i] = place;
    }
    return new NamedRows(keys, sum, ends);
  }

  /**
   * The place of a key in the ordered set.
   *
   * @throws IndexOutOfBoundsException for a key that is not in it
   */
  public int place(int key) {
    int word = key >>> 6;
    long keys = words[word];
    if ((keys >>> key & 1) == 0) {
      throw new IndexOutOfBoundsException("no such key: " + key);
    }
    return places[before[word] + Long.bitCount(keys & ~(-1L << key))];
  }

  /** Removes all keys. */
  public void clear() {
    for (int i = 0; i < used.length; i++) {
      for (long left = used[i]; left != 0; left &= left - 1) {
        words[(i << 6) + Long.numberOfTrailingZeros(left)] = 0;
      }
      used[i] = 0;
    }
  }

  private void collect() {
    size = 0;
    for (int i = 0; i < used.length; i++) {
      for (long left = used[i]; left != 0; left &= left - 1) {
        collect((i << 6) + Long.numberOfTrailingZeros(left));
      }
    }
  }

  private void collect(int word) {
    if (ascending.length < size + Long.SIZE) {
      ascending = Arrays.copyOf(ascending, 2 * size + 16 * Long.SIZE);
      places = new int[ascending.length];
    }
    before[word] = size;
    for (long keys = words[word]; keys != 0; keys &= keys - 1) {
      ascending[size++] = (word << 6) + Long.numberOfTrailingZeros(keys);
    }
  }

  private void grow(int word) {
    int length = Integer.highestOneBit(word) << 1;
    words = Arrays.copyOf(words, length);
    used = Arrays.copyOf(used, length >>> 6);
    before = new int[length];
  }
}
