package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import trainer.core.math.RepeatedSums;

/**
 * The integers of a push, narrowed without loss. A push has the number of tables in a byte. Each
 * table begins with a byte and the count of its sums. The byte has the form in its upper half, and
 * in its lower half the width of an integer (0, 1, 2, 4 or 8 bytes; 0 = all zero). In forms 1 and 2
 * each group of equal sums ({@link RepeatedSums}) is sent once.
 *
 * <table>
 * <caption>Contents by form</caption>
 * <tr><th>form</th><th>after the count</th></tr>
 * <tr><td>0</td><td>the integers</td></tr>
 * <tr><td>1</td><td>the number of integers, the number of groups, the bits of a code, the codes
 *   packed from the lowest bit on, the integers</td></tr>
 * <tr><td>2</td><td>the number of integers, the integers; the codes are those of an earlier push of
 *   the list</td></tr>
 * </table>
 *
 * <p>An instance refers to the reader's buffer and is valid only until the reader is used again.
 */
public final class Sums {
  /** Bytes before the integers of a table, codes left out. */
  private static final int TABLE_HEADER = 14;

  private static final int MAX_TABLES = 255;
  private static final int PLAIN = 0;
  private static final int TELLING = 1;
  private static final int TOLD = 2;

  private final ByteBuffer bytes;
  private final Part[] parts;
  private final long count;

  /**
   * One table.
   *
   * @param codes of form 1, else null
   * @param numbers how many integers follow at {@code at}
   */
  private record Part(int form, int width, int count, Codes codes, int numbers, int at) {}

  /** The place of groups, which are read once the expected number of sums is known. */
  private record Codes(int groups, int bits, int at) {}

  private Sums(ByteBuffer bytes, Part[] parts, long count) {
    this.bytes = bytes;
    this.parts = parts;
    this.count = count;
  }

  /** The number of tables. */
  public int tables() {
    return parts.length;
  }

  /** The number of integers in all tables together. */
  public long count() {
    return count;
  }

  /**
   * Stores the groups of equal sums that the push brings. The caller first checks the count of
   * sums, since room is made for as many as the push claims.
   *
   * @return false if groups and counts do not match, or the push refers to groups that were never
   *     sent
   */
  public boolean learn(RepeatedSums equal) {
    for (int table = 0; table < parts.length; table++) {
      Part part = parts[table];
      if (part.form == PLAIN) {
        continue;
      }
      RepeatedSums.Groups groups = part.form == TELLING ? groups(part) : equal.of(table);
      if (groups == null
          || groups.codes().length != part.count
          || groups.numbers() != part.numbers) {
        return false;
      }
      equal.set(table, groups);
    }
    return true;
  }

  private RepeatedSums.Groups groups(Part part) {
    Codes codes = part.codes;
    char[] read = PackedCodes.get(bytes, codes.at, part.count, codes.bits);
    return RepeatedSums.Groups.of(read, codes.groups);
  }

  /**
   * Writes all integers, table after table, to the front of {@code target}.
   *
   * @param equal the groups of the list, after this push has been {@linkplain #learn learnt}
   */
  public void readInto(long[] target, RepeatedSums equal) {
    if (count > target.length) {
      throw new IllegalArgumentException(count + " sums do not fit " + target.length + " places");
    }
    int at = 0;
    for (int table = 0; table < parts.length; table++) {
      Part part = parts[table];
      if (part.form == PLAIN) {
        read(part.at, part.width, target, at, part.count);
      } else {
        long[] numbers = new long[part.numbers];
        read(part.at, part.width, numbers, 0, part.numbers);
        equal.of(table).scatter(numbers, target, at);
      }
      at += part.count;
    }
  }

  private void read(int position, int width, long[] target, int at, int n) {
    switch (width) {
      case 0 -> Arrays.fill(target, at, at + n, 0L);
      case 1 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = bytes.get(position + i);
        }
      }
      case 2 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = bytes.getShort(position + 2 * i);
        }
      }
      case 4 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = bytes.getInt(position + 4 * i);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = bytes.getLong(position + 8 * i);
        }
      }
    }
  }

  /** Reads the rest of a frame, checking every count against it. */
  static Sums get(ByteBuffer from) throws MalformedFrameException {
    if (!from.hasRemaining()) {
      throw new MalformedFrameException("a push without its sums");
    }
    Part[] parts = new Part[from.get() & 0xFF];
    long count = 0;
    for (int table = 0; table < parts.length; table++) {
      parts[table] = part(from, table);
      count += parts[table].count;
    }
    return new Sums(from.duplicate(), parts, count);
  }

  private static Part part(ByteBuffer from, int table) throws MalformedFrameException {
    need(from, 5, table);
    int head = from.get();
    int form = head >> 4;
    int width = head & 0xF;
    int count = from.getInt();
    if (count < 0 || (width & (width - 1)) != 0 || width > 8 || form < PLAIN || form > TOLD) {
      throw new MalformedFrameException(count + " sums of " + width + " bytes in the form " + form);
    }
    Codes codes = null;
    int numbers = count;
    if (form != PLAIN) {
      need(from, 4, table);
      numbers = from.getInt();
      codes = form == TELLING ? codes(from, table, count) : null;
      if (numbers < 0 || numbers > count) {
        throw new MalformedFrameException(numbers + " numbers stand for " + count + " sums");
      }
    }
    need(from, (long) numbers * width, table);
    Part part = new Part(form, width, count, codes, numbers, from.position());
    from.position(from.position() + numbers * width);
    return part;
  }

  private static Codes codes(ByteBuffer from, int table, int count) throws MalformedFrameException {
    need(from, 5, table);
    int groups = from.getInt();
    int bits = from.get();
    if (groups < 0 || bits < 1 || bits > Character.SIZE) {
      throw new MalformedFrameException(groups + " groups with codes of " + bits + " bits");
    }
    long bytes = PackedCodes.bytes(count, bits);
    need(from, bytes, table);
    Codes codes = new Codes(groups, bits, from.position());
    from.position(from.position() + (int) bytes);
    return codes;
  }

  private static void need(ByteBuffer from, long bytes, int table) throws MalformedFrameException {
    if (bytes > from.remaining()) {
      throw new MalformedFrameException("a push ends inside its table " + table);
    }
  }

  /** The greatest length of an encoding. */
  static long bound(int tables, int sums) {
    return 1L + (long) tables * (TABLE_HEADER + 8) + 10L * sums;
  }

  /**
   * Writes {@code sums}, cut into tables.
   *
   * @param ends for each table the end of its sums, ascending
   * @param equal the groups of the list that the receiver has; or null to send every sum
   * @param likely see {@link RepeatedSums#shorten}
   */
  static void put(
      ByteBuffer to,
      long[] sums,
      int[] ends,
      RepeatedSums equal,
      IntFunction<RepeatedSums.Groups> likely) {
    if (ends.length > MAX_TABLES) {
      throw new IllegalArgumentException(ends.length + " tables, at most " + MAX_TABLES);
    }
    to.put((byte) ends.length);
    int start = 0;
    for (int table = 0; table < ends.length; table++) {
      int end = ends[table];
      RepeatedSums.Shortened less =
          equal == null ? null : equal.shorten(table, sums, start, end - start, likely);
      if (less != null) {
        put(to, end - start, less);
      } else {
        int width = width(sums, start, end);
        to.put((byte) width).putInt(end - start);
        put(to, width, sums, start, end);
      }
      start = end;
    }
  }

  private static void put(ByteBuffer to, int count, RepeatedSums.Shortened less) {
    RepeatedSums.Groups groups = less.groups();
    int form = less.known() ? TOLD : TELLING;
    int width = width(less.numbers(), 0, groups.numbers());
    to.put((byte) ((form << 4) | width)).putInt(count).putInt(groups.numbers());
    if (form == TELLING) {
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, groups.groups()));
      to.putInt(groups.groups()).put((byte) bits);
      PackedCodes.put(to, groups.codes(), bits);
    }
    put(to, width, less.numbers(), 0, groups.numbers());
  }

  /**
   * Writes at absolute positions: a buffer that moves its position each time is several times
   * slower.
   */
  private static void put(ByteBuffer to, int width, long[] sums, int start, int end) {
    int count = end - start;
    int position = to.position();
    switch (width) {
      case 0 -> {}
      case 1 -> {
        for (int i = 0; i < count; i++) {
          to.put(position + i, (byte) sums[start + i]);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          to.putShort(position + 2 * i, (short) sums[start + i]);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          to.putInt(position + 4 * i, (int) sums[start + i]);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          to.putLong(position + 8 * i, sums[start + i]);
        }
      }
    }
    to.position(position + width * count);
  }

  /** The narrowest width that holds all of them. */
  static int width(long[] sums, int start, int end) {
    // A set bit marks two differing neighbours; above the highest one, all bits equal the sign.
    long edges = 0;
    for (int i = start; i < end; i++) {
      edges |= sums[i] ^ (sums[i] << 1);
    }
    if (edges == 0) {
      return 0;
    }
    if (edges >>> 8 == 0) {
      return 1;
    }
    if (edges >>> 16 == 0) {
      return 2;
    }
    return edges >>> 32 == 0 ? 4 : 8;
  }
}
