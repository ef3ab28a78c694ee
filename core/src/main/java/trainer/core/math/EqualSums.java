package trainer.core.math;

import java.util.Arrays;

/**
 * Which sums of a key list are equal to others, push after push, as far as sender and receiver both
 * know: those are sent once. Features that one record of a share alone has, and to the same value,
 * get the same gradient; of a mini-batch of ones these are five of six (decision 31).
 *
 * <p>Nothing rests on it: what is not equal any more is sent as it is. Belongs to the list as it
 * was told on one connection. Confined to one thread at either end.
 */
public final class EqualSums {
  /** Fewer are not worth a look. */
  private static final int FEW = 64;

  /** Among more, look-ups miss the nearer caches: to send them all is quicker. */
  private static final int MANY = 1 << 16;

  /** A smaller group saves less than it takes to say. */
  private static final int LEAST = 4;

  /** Before anything is learned, gradients of all records with the same label are equal. */
  private static final int TRIES = 4;

  private Groups[] tables = new Groups[0];
  private int[] tries = new int[0];

  /**
   * Sums of one table by groups.
   *
   * @param codes for each sum its group, from 1 in the order of their first members; 0: none
   * @param groups how many groups there are
   * @param numbers groups, and sums that are in none
   */
  public record Groups(char[] codes, int groups, int numbers) {
    /** Groups as the other end has them, or null if they cannot be. */
    public static Groups of(char[] codes, int groups) {
      int largest = 0;
      int alone = 0;
      for (char code : codes) {
        largest = Math.max(largest, code);
        alone -= (code - 1) >> 31;
      }
      boolean possible = largest <= groups && groups <= codes.length;
      return possible ? new Groups(codes, groups, groups + alone) : null;
    }

    /**
     * A number for each group, and behind them the sums that are in none.
     *
     * @return null if those of a group are not equal
     */
    long[] gather(long[] sums, int start) {
      long[] gathered = new long[numbers];
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31; // without a branch, which nothing would foretell
        gathered[place(codes[i], inNone, alone)] = sums[start + i];
        alone -= inNone;
      }
      alone = groups;
      long differing = 0;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31;
        differing |= gathered[place(codes[i], inNone, alone)] ^ sums[start + i];
        alone -= inNone;
      }
      return differing == 0 ? gathered : null;
    }

    /** Writes all sums, of which {@link #gather} made {@code gathered}. */
    public void scatter(long[] gathered, long[] target, int start) {
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31;
        target[start + i] = gathered[place(codes[i], inNone, alone)];
        alone -= inNone;
      }
    }

    /** Where the number of a sum stands; {@code inNone} has all bits or none. */
    private static int place(char code, int inNone, int alone) {
      return ((code - 1) & ~inNone) | (alone & inNone);
    }
  }

  /** What both ends know of a table, or null. */
  public Groups of(int table) {
    return table < tables.length ? tables[table] : null;
  }

  /** The other end has been told, or has told. */
  public void set(int table, Groups groups) {
    makeRoom(table);
    tables[table] = groups;
  }

  /**
   * Looks for groups that are not known yet; within those that are, or sums that are equal by
   * chance now would be taken for a group again and again.
   *
   * @return null if there is nothing to gain
   */
  public Groups find(int table, long[] sums, int start, int count) {
    makeRoom(table);
    if (count < FEW || count > MANY || tries[table] == TRIES) {
      return null;
    }
    tries[table]++;
    Groups known = tables[table];
    boolean refines = known != null && known.codes.length == count;
    Groups groups = groups(sums, start, refines ? known.codes : new char[count]);
    if (groups == null || groups.numbers > count / 2) {
      tries[table] = TRIES;
      return null;
    }
    return groups;
  }

  /**
   * The numbers of a table's groups, and the sums that are in none.
   *
   * @return null if nothing is known of it, or it is not true any more
   */
  public long[] gather(int table, long[] sums, int start, int count) {
    Groups known = of(table);
    return known != null && known.codes.length == count ? known.gather(sums, start) : null;
  }

  private void makeRoom(int table) {
    if (table >= tables.length) {
      tables = Arrays.copyOf(tables, table + 1);
      tries = Arrays.copyOf(tries, table + 1);
    }
  }

  /**
   * Numbers different sums in the order of their first members, and then those of them that are
   * groups.
   *
   * @param before sums with other codes are not put together
   * @return null if too many are different
   */
  private static Groups groups(long[] sums, int start, char[] before) {
    int count = before.length;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int last = (1 << bits) - 1;
    int most = count / 2;
    int[] slots = new int[last + 1]; // the number of a different sum, from 1; half of them taken
    int[] first = new int[most];
    int[] sizes = new int[most];
    int[] numbers = new int[count];
    int different = 0;
    for (int i = 0; i < count; i++) {
      long sum = sums[start + i];
      int place = (int) (((sum + before[i]) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - bits));
      int number = slots[place] - 1;
      while (number >= 0
          && (sums[start + first[number]] != sum || before[first[number]] != before[i])) {
        place = (place + 1) & last;
        number = slots[place] - 1;
      }
      if (number < 0) {
        if (different == most) {
          return null;
        }
        number = different++;
        first[number] = i;
        slots[place] = different;
      }
      sizes[number]++;
      numbers[i] = number;
    }
    return coded(numbers, sizes, different);
  }

  /** Large ones get the codes from 1 on, the others 0; MANY / LEAST of them are within a char. */
  private static Groups coded(int[] numbers, int[] sizes, int different) {
    char[] codeOf = new char[different];
    int groups = 0;
    int alone = 0;
    for (int i = 0; i < different; i++) {
      if (sizes[i] >= LEAST) {
        codeOf[i] = (char) ++groups;
      } else {
        alone += sizes[i];
      }
    }
    char[] codes = new char[numbers.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = codeOf[numbers[i]];
    }
    return new Groups(codes, groups, groups + alone);
  }
}
