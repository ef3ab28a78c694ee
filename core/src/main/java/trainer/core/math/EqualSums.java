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
      if (groups > codes.length) {
        return null;
      }
      int alone = 0;
      for (char code : codes) {
        if (code > groups) {
          return null;
        }
        alone += code == 0 ? 1 : 0;
      }
      return new Groups(codes, groups, groups + alone);
    }

    /**
     * Writes a number for each group, and behind them the sums that are in none.
     *
     * @return false if those of a group are not equal
     */
    boolean gather(long[] sums, int start, long[] target) {
      int known = 0;
      int alone = groups;
      for (int i = 0; i < codes.length; i++) {
        int code = codes[i];
        long sum = sums[start + i];
        if (code == 0) {
          target[alone++] = sum;
        } else if (code > known) {
          known = code;
          target[code - 1] = sum;
        } else if (target[code - 1] != sum) {
          return false;
        }
      }
      return true;
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
    if (count < FEW || tries[table] == TRIES) {
      return null;
    }
    tries[table]++;
    Groups known = tables[table];
    boolean refines = known != null && known.codes.length == count;
    Groups groups = groups(sums, start, refines ? known.codes : new char[count]);
    if (groups.numbers > count / 2) {
      tries[table] = TRIES;
      return null;
    }
    return groups;
  }

  /**
   * Gathers the numbers of a table's groups.
   *
   * @return false if nothing is known of it, or it is not true any more
   */
  public boolean gather(int table, long[] sums, int start, int count, long[] target) {
    Groups known = of(table);
    return known != null && known.codes.length == count && known.gather(sums, start, target);
  }

  private void makeRoom(int table) {
    if (table >= tables.length) {
      tables = Arrays.copyOf(tables, table + 1);
      tries = Arrays.copyOf(tries, table + 1);
    }
  }

  /**
   * @param before sums with other codes are not put together
   */
  private static Groups groups(long[] sums, int start, char[] before) {
    int count = before.length;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * count - 1);
    int last = (1 << bits) - 1;
    int[] first = new int[last + 1];
    int[] sizes = new int[last + 1];
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      long sum = sums[start + i];
      int place = (int) (((sum + before[i]) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - bits));
      while (first[place] != 0
          && (sums[start + first[place] - 1] != sum || before[first[place] - 1] != before[i])) {
        place = (place + 1) & last;
      }
      first[place] = first[place] == 0 ? i + 1 : first[place];
      sizes[place]++;
      places[i] = place;
    }
    char[] codes = new char[count];
    int groups = 0;
    int alone = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      if (first[place] == i + 1 && sizes[place] >= LEAST && groups < Character.MAX_VALUE) {
        sizes[place] = - ++groups;
      }
      codes[i] = (char) Math.max(0, -sizes[place]);
      alone += codes[i] == 0 ? 1 : 0;
    }
    return new Groups(codes, groups, groups + alone);
  }
}
