package trainer.core.math;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Which sums of a key list are equal to others, push after push, as far as sender and receiver both
 * know: those are sent once. Features that one record of a share alone has, and to the same value,
 * get the same gradient; of a mini-batch of ones these are five of six (decision 31).
 *
 * <p>Nothing rests on it: what is not equal any more is sent as it is. Belongs to the list as it
 * was told on one connection. Confined to one thread at either end.
 */
public final class RepeatedSums {
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
   * @param codes for each sum its group, from 1; 0: none
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
     * The groups of sums that are in some sets: of a set that is too small each is in none.
     *
     * @param sets for each sum its set, from 1; 0: none. So many sums as are looked for at most, or
     *     a char would not hold the codes
     * @param most no set has a greater number
     */
    public static Groups ofSets(int[] sets, int most) {
      int[] sizes = new int[most + 1];
      for (int set : sets) {
        sizes[set]++;
      }
      char[] codeOf = new char[most + 1];
      int groups = 0;
      int alone = sizes[0];
      for (int set = 1; set <= most; set++) {
        if (sizes[set] >= LEAST) {
          codeOf[set] = (char) ++groups; // MANY / LEAST at most
        } else {
          alone += sizes[set];
        }
      }
      char[] codes = new char[sets.length];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = codeOf[sets[i]];
      }
      return new Groups(codes, groups, groups + alone);
    }

    /** A number for each group, and behind them the sums that are in none. */
    private long[] gather(long[] sums, int start) {
      long[] gathered = new long[numbers];
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31; // without a branch, which nothing would foretell
        gathered[place(codes[i], inNone, alone)] = sums[start + i];
        alone -= inNone;
      }
      return gathered;
    }

    /** As {@link #gather}; null if those of a group are not equal. */
    private long[] gatherEqual(long[] sums, int start) {
      long[] gathered = gather(sums, start);
      int alone = groups;
      long differing = 0;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31;
        differing |= gathered[place(codes[i], inNone, alone)] ^ sums[start + i];
        alone -= inNone;
      }
      return differing == 0 ? gathered : null;
    }

    /** Writes all sums, of which {@code gathered} is sent. */
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

  /**
   * What is sent of a table's sums.
   *
   * @param known whether the other end knows the groups
   * @param numbers one for each group, and behind them the sums that are in none
   */
  public record Shortened(Groups groups, boolean known, long[] numbers) {}

  /** What both ends know of a table, or null. */
  public Groups of(int table) {
    return table < tables.length ? tables[table] : null;
  }

  /** The other end has told. */
  public void set(int table, Groups groups) {
    makeRoom(table);
    tables[table] = groups;
  }

  /**
   * Makes a table's sums shorter: by the groups that are known, or, where there are none or they
   * are not equal any more, by others, which the other end has to be told.
   *
   * @param likely gives a table's groups where something is known of its sums before they are
   *     looked at, else null
   * @return null if there is nothing to gain
   */
  public Shortened shorten(
      int table, long[] sums, int start, int count, IntFunction<Groups> likely) {
    makeRoom(table);
    Groups known = tables[table];
    if (known != null && known.codes.length != count) {
      known = null;
    }
    long[] numbers = known == null ? null : known.gatherEqual(sums, start);
    if (numbers != null) {
      return new Shortened(known, true, numbers);
    }
    tables[table] = null;
    if (count < FEW || count > MANY || tries[table] == TRIES) {
      return null;
    }
    tries[table]++;
    Shortened found = known == null ? byGuess(likely.apply(table), sums, start, count) : null;
    if (found == null) {
      found = byLook(sums, start, known == null ? new char[count] : known.codes);
    }
    if (found == null) {
      tries[table] = TRIES;
      return null;
    }
    tables[table] = found.groups;
    return found;
  }

  private static Shortened byGuess(Groups likely, long[] sums, int start, int count) {
    if (likely == null || !isWorthIt(likely, count)) {
      return null;
    }
    long[] numbers = likely.gatherEqual(sums, start);
    return numbers == null ? null : new Shortened(likely, false, numbers);
  }

  private static Shortened byLook(long[] sums, int start, char[] before) {
    Groups found = look(sums, start, before);
    return found != null && isWorthIt(found, before.length)
        ? new Shortened(found, false, found.gather(sums, start))
        : null;
  }

  private static boolean isWorthIt(Groups groups, int count) {
    return groups.codes.length == count && groups.numbers <= count / 2;
  }

  /**
   * Looks for sums that are equal: within the groups that were known, or those that are equal by
   * chance now would be taken for a group again and again.
   *
   * @param before sums with other codes are not put together
   * @return null if too many are different
   */
  private static Groups look(long[] sums, int start, char[] before) {
    int count = before.length;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int last = (1 << bits) - 1;
    int most = count / 2;
    int[] slots = new int[last + 1]; // the number of a different sum, from 1; half of them taken
    int[] first = new int[most + 1];
    int[] numbers = new int[count];
    int different = 0;
    for (int i = 0; i < count; i++) {
      long sum = sums[start + i];
      int place = (int) (((sum + before[i]) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - bits));
      int number = slots[place];
      while (number > 0
          && (sums[start + first[number]] != sum || before[first[number]] != before[i])) {
        place = (place + 1) & last;
        number = slots[place];
      }
      if (number == 0) {
        if (different == most) {
          return null;
        }
        number = ++different;
        first[number] = i;
        slots[place] = number;
      }
      numbers[i] = number;
    }
    return Groups.ofSets(numbers, different);
  }

  private void makeRoom(int table) {
    if (table >= tables.length) {
      tables = Arrays.copyOf(tables, table + 1);
      tries = Arrays.copyOf(tries, table + 1);
    }
  }
}
