package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/**
 * Key lists on the wire, made of varints:
 *
 * <ol>
 *   <li>the number of tables and the number of listed keys
 *   <li>for each table its number and the number of its listed keys
 *   <li>if that is not 0, the keys as deltas, ascending over all partitions; both ends can compute
 *       the partition of each
 *   <li>if it is 0, the rows of a dense table: the number of partitions, and for each its number
 *       and rows
 * </ol>
 *
 * <p>One run over all partitions makes the deltas smaller by a factor of their number (decision
 * 31).
 */
final class KeysCodec {
  private static final int SMALLEST_TABLE = 3;

  private KeysCodec() {}

  /** The greatest length of an encoding. */
  static long bound(KeyList list) {
    return Varint.MAX_BYTES * (2L + 5L * list.segments() + list.keys().length);
  }

  static void put(ByteBuffer to, KeyList list) {
    Varint.put(to, tables(list));
    Varint.put(to, list.starts()[list.segments()]);
    KeyRun run = new KeyRun();
    int from = 0;
    while (from < list.segments()) {
      int end = end(list, from);
      Varint.put(to, list.tables()[from]);
      int count = list.starts()[end] - list.starts()[from];
      Varint.put(to, count);
      if (count == 0) {
        putWhole(to, list, from, end);
      } else {
        putKeys(to, run.merge(list, from, end), count);
      }
      from = end;
    }
  }

  private static int tables(KeyList list) {
    int tables = 0;
    for (int from = 0; from < list.segments(); from = end(list, from)) {
      tables++;
    }
    return tables;
  }

  /** The end of the segments of the table that begins here. */
  private static int end(KeyList list, int from) {
    int end = from + 1;
    while (end < list.segments() && list.tables()[end] == list.tables()[from]) {
      end++;
    }
    return end;
  }

  private static void putWhole(ByteBuffer to, KeyList list, int from, int end) {
    Varint.put(to, end - from);
    for (int segment = from; segment < end; segment++) {
      Varint.put(to, list.partitions()[segment]);
      Varint.put(to, list.whole()[segment]);
    }
  }

  private static void putKeys(ByteBuffer to, long[] keys, int count) {
    long before = 0;
    for (int i = 0; i < count; i++) {
      Varint.put(to, keys[i] - before);
      before = keys[i];
    }
  }

  static KeyList get(ByteBuffer from) throws MalformedFrameException {
    int tables = Varint.getInt(from, from.remaining() / SMALLEST_TABLE, "the table count");
    int size = Varint.getInt(from, from.remaining(), "the key count");
    Segments segments = new Segments(tables, size);
    long[] run = new long[size];
    int before = -1;
    for (int i = 0; i < tables; i++) {
      int table = Varint.getInt(from, Integer.MAX_VALUE, "a table");
      if (table <= before) {
        throw new MalformedFrameException("the tables do not ascend");
      }
      before = table;
      int count = Varint.getInt(from, segments.left(), "a table's key count");
      if (count == 0) {
        getWhole(from, table, segments);
      } else {
        getKeys(from, run, count);
        segments.deal(table, run, count);
      }
    }
    if (segments.left() > 0) {
      throw new MalformedFrameException(
          "the tables hold " + segments.left() + " keys less than the " + size + " announced");
    }
    return segments.toList();
  }

  private static void getWhole(ByteBuffer from, int table, Segments segments)
      throws MalformedFrameException {
    int count = Varint.getInt(from, from.remaining() / 2, "a dense table's partitions");
    int before = -1;
    for (int i = 0; i < count; i++) {
      int partition = Varint.getInt(from, Integer.MAX_VALUE, "a partition");
      if (partition <= before) {
        throw new MalformedFrameException("the partitions of a table do not ascend");
      }
      before = partition;
      segments.add(table, partition, Varint.getInt(from, Integer.MAX_VALUE, "a partition's rows"));
    }
  }

  private static void getKeys(ByteBuffer from, long[] keys, int count)
      throws MalformedFrameException {
    long before = 0;
    for (int i = 0; i < count; i++) {
      long key = before + Varint.get(from);
      if (i > 0 && Long.compareUnsigned(key, before) <= 0) {
        throw new MalformedFrameException("the keys of a table do not ascend");
      }
      keys[i] = key;
      before = key;
    }
  }

  /** A key list under construction. */
  private static final class Segments {
    private int[] tables;
    private int[] partitions;
    private int[] starts;
    private int[] whole;
    private int count;
    private final long[] keys;
    private final int[] ends = new int[Partitions.COUNT];
    private byte[] of = new byte[0];

    Segments(int tables, int size) {
      int most = (int) Math.min((long) tables * Partitions.COUNT, Partitions.COUNT * 4L);
      this.tables = new int[most];
      this.partitions = new int[most];
      this.starts = new int[most + 1];
      this.whole = new int[most];
      this.keys = new long[size];
    }

    /** The number of keys still missing. */
    int left() {
      return keys.length - starts[count];
    }

    /** All rows of a dense table's partition. */
    void add(int table, int partition, int rows) {
      add(table, partition, starts[count], rows);
    }

    /** Distributes ascending keys over their partitions. */
    void deal(int table, long[] run, int size) {
      of = of.length < size ? new byte[size] : of;
      Arrays.fill(ends, 0);
      for (int i = 0; i < size; i++) {
        int partition = Partitions.of(table, run[i]);
        of[i] = (byte) partition;
        ends[partition]++;
      }
      int start = starts[count];
      for (int partition = 0; partition < ends.length; partition++) {
        int end = start + ends[partition];
        if (end > start) {
          add(table, partition, end, 0);
        }
        ends[partition] = start;
        start = end;
      }
      for (int i = 0; i < size; i++) {
        keys[ends[of[i]]++] = run[i];
      }
    }

    private void add(int table, int partition, int end, int rows) {
      if (count == tables.length) {
        int more = Math.max(Partitions.COUNT, 2 * count);
        tables = Arrays.copyOf(tables, more);
        partitions = Arrays.copyOf(partitions, more);
        starts = Arrays.copyOf(starts, more + 1);
        whole = Arrays.copyOf(whole, more);
      }
      tables[count] = table;
      partitions[count] = partition;
      whole[count] = rows;
      starts[++count] = end;
    }

    KeyList toList() {
      return new KeyList(
          Arrays.copyOf(tables, count),
          Arrays.copyOf(partitions, count),
          Arrays.copyOf(starts, count + 1),
          keys,
          Arrays.copyOf(whole, count));
    }
  }
}
