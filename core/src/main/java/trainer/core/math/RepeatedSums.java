package trainer.core.math;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The groups of equal sums in a key list, as known to sender and receiver from push to push. Sums
 * of a group are sent once.
 *
 * <p>Features that one record of a share alone has, with the same value, get the same gradient.
 * Where all values are 1, five of six features of a mini-batch are such (decision 31).
 *
 * <p>Correctness does not rest on it: sums that are no longer equal are sent in full. An instance
 * belongs to one list on one connection. Confined to one thread at either end.
 */
public final class RepeatedSums {
  /** Fewer are not worth the search. */
  private static final int FEW = 64;

  /** Among more, look-ups miss the nearer caches: sending them all is quicker. */
  private static final int MANY = 1 << 16;

  /** A smaller group saves less than its description costs. */
  private static final int LEAST = 4;

  /**
   * The most searches in one table. Early groups do not last: before anything is learned, the
   * gradients of all records with the same label are equal.
   */
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
    /**
     * The groups with the codes received from the other end, or null if the codes are not valid.
     */
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
     * The groups of sums that lie in given sets. The sums of a set that is too small are in no
     * group.
     *
     * @param sets for each sum its set, from 1; 0: none. At most as many sums as are searched, or a
     *     char would not hold the codes
     * @param most the greatest number of a set
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

    /** One number for each group, followed by the sums in no group. */
    private long[] gather(long[] sums, int start) {
      long[] gathered = new long[numbers];
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31; // without a branch, which would be mispredicted
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

    /** Writes all sums from {@code gathered}, the numbers that were sent. */
    public void scatter(long[] gathered, long[] target, int start) {
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int inNone = (codes[i] - 1) >> 31;
        target[start + i] = gathered[place(codes[i], inNone, alone)];
        alone -= inNone;
      }
    }

    /** The position of a sum's number; {@code inNone} has all bits or none. */
    private static int place(char code, int inNone, int alone) {
      return ((code - 1) & ~inNone) | (alone & inNone);
    }
  }

  /**
   * A table's sums in the form that is sent.
   *
   * @param known whether the other end has the groups
   * @param numbers one for each group, followed by the sums in no group
   */
  public record Shortened(Groups groups, boolean known, long[] numbers) {}

  /** The groups of a table known to both ends, or null. */
  public Groups of(int table) {
    return table < tables.length ? tables[table] : null;
  }

  /** Stores the groups that the other end sent. */
  public void set(int table, Groups groups) {
    makeRoom(table);
    tables[table] = groups;
  }

  /**
   * Shortens a table's sums. It uses the groups that both ends have. Without such groups, or when
   * their sums are no longer equal, it finds others, which have to be sent along.
   *
   * @param likely gives a table's groups where they can be predicted before the sums are compared,
   *     else null
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
    Groups found = find(sums, start, before);
    return found != null && isWorthIt(found, before.length)
        ? new Shortened(found, false, found.gather(sums, start))
        : null;
  }

  private static boolean isWorthIt(Groups groups, int count) {
    return groups.codes.length == count && groups.numbers <= count / 2;
  }

  /**
   * Searches for equal sums, only within the previous groups. Otherwise sums that are equal by
   * chance would be taken for a group again and again.
   *
   * @param before sums with different codes never share a group
   * @return null if too many are different
   */
  private static Groups find(long[] sums, int start, char[] before) {
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
