package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The integers of a push, narrowed without loss: per table the count, the width of an integer (0,
 * 1, 2, 4 or 8 bytes; 0 = all zero) and the integers.
 *
 * <p>An instance looks into the reader's buffer and is valid only until the reader is used again.
 */
public final class Sums {
  /** Bytes before the integers of a table. */
  static final int TABLE_HEADER = 5;

  private static final int MAX_TABLES = 255;

  private final ByteBuffer bytes;
  private final int tables;
  private final long count;

  private Sums(ByteBuffer bytes, int tables, long count) {
    this.bytes = bytes;
    this.tables = tables;
    this.count = count;
  }

  /** How many tables follow one another. */
  public int tables() {
    return tables;
  }

  /** How many integers there are in all tables together. */
  public long count() {
    return count;
  }

  /** Writes all integers, table after table, to the front of {@code target}. */
  public void readInto(long[] target) {
    if (count > target.length) {
      throw new IllegalArgumentException(count + " sums do not fit " + target.length + " places");
    }
    ByteBuffer from = bytes.duplicate();
    int at = 0;
    for (int table = 0; table < tables; table++) {
      int width = from.get();
      int n = from.getInt();
      read(from, width, target, at, n);
      at += n;
    }
  }

  private static void read(ByteBuffer from, int width, long[] target, int at, int n) {
    int position = from.position();
    switch (width) {
      case 0 -> Arrays.fill(target, at, at + n, 0L);
      case 1 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = from.get(position + i);
        }
      }
      case 2 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = from.getShort(position + 2 * i);
        }
      }
      case 4 -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = from.getInt(position + 4 * i);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          target[at + i] = from.getLong(position + 8 * i);
        }
      }
    }
    from.position(position + width * n);
  }

  /** Takes the rest of a frame, checking every count against it. */
  static Sums get(ByteBuffer from) throws MalformedFrameException {
    if (!from.hasRemaining()) {
      throw new MalformedFrameException("a push without its sums");
    }
    int tables = from.get() & 0xFF;
    ByteBuffer bytes = from.slice();
    long count = 0;
    for (int table = 0; table < tables; table++) {
      if (from.remaining() < TABLE_HEADER) {
        throw new MalformedFrameException("a push ends before its table " + table);
      }
      int width = from.get();
      int n = from.getInt();
      if (n < 0 || (width & (width - 1)) != 0 || width < 0 || width > 8) {
        throw new MalformedFrameException(n + " sums of " + width + " bytes");
      }
      long length = (long) n * width;
      if (length > from.remaining()) {
        throw new MalformedFrameException(
            n + " sums of " + width + " bytes do not fit the push's " + from.remaining());
      }
      count += n;
      from.position(from.position() + (int) length);
    }
    return new Sums(bytes, tables, count);
  }

  /** No encoding is longer than this. */
  static long bound(int tables, int sums) {
    return 1L + (long) tables * TABLE_HEADER + 8L * sums;
  }

  /**
   * Writes {@code sums}, cut into tables.
   *
   * @param ends for each table where its sums end, ascending
   */
  static void put(ByteBuffer to, long[] sums, int[] ends) {
    if (ends.length > MAX_TABLES) {
      throw new IllegalArgumentException(ends.length + " tables, at most " + MAX_TABLES);
    }
    to.put((byte) ends.length);
    int start = 0;
    for (int end : ends) {
      int width = width(sums, start, end);
      to.put((byte) width).putInt(end - start);
      put(to, width, sums, start, end);
      start = end;
    }
  }

  /** At places of their own: a buffer that moves its position with each is several times slower. */
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
    // Where neighbouring bits differ; above the highest such place all are the sign.
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
