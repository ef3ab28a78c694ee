package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import trainer.core.table.KeyList;

/**
 * Key lists on the wire: segment count, key count, then per segment table, partition, count and the
 * keys as varint deltas, the first from zero; a count of 0 is followed by that of a whole segment's
 * rows.
 */
final class KeysCodec {
  private static final int SMALLEST_SEGMENT = 3;

  private KeysCodec() {}

  /** No encoding is longer than this. */
  static long bound(KeyList list) {
    return Varint.MAX_BYTES * (2L + 4L * list.segments() + list.keys().length);
  }

  static void put(ByteBuffer to, KeyList list) {
    Varint.put(to, list.segments());
    Varint.put(to, list.keys().length);
    long[] keys = list.keys();
    for (int segment = 0; segment < list.segments(); segment++) {
      int start = list.starts()[segment];
      int end = list.starts()[segment + 1];
      Varint.put(to, list.tables()[segment]);
      Varint.put(to, list.partitions()[segment]);
      Varint.put(to, end - start);
      if (start == end) {
        Varint.put(to, list.whole()[segment]);
      }
      long before = 0;
      for (int i = start; i < end; i++) {
        Varint.put(to, keys[i] - before);
        before = keys[i];
      }
    }
  }

  static KeyList get(ByteBuffer from) throws MalformedFrameException {
    int segments = Varint.getInt(from, from.remaining() / SMALLEST_SEGMENT, "the segment count");
    int size = Varint.getInt(from, from.remaining(), "the key count");
    int[] tables = new int[segments];
    int[] partitions = new int[segments];
    int[] starts = new int[segments + 1];
    long[] keys = new long[size];
    int[] whole = new int[segments];
    for (int segment = 0; segment < segments; segment++) {
      tables[segment] = Varint.getInt(from, Integer.MAX_VALUE, "a table");
      partitions[segment] = Varint.getInt(from, Integer.MAX_VALUE, "a partition");
      if (segment > 0 && !ascends(tables, partitions, segment)) {
        throw new MalformedFrameException("the segments do not ascend by table and partition");
      }
      int start = starts[segment];
      int end = start + Varint.getInt(from, size - start, "a segment's key count");
      starts[segment + 1] = end;
      if (start == end) {
        whole[segment] = Varint.getInt(from, Integer.MAX_VALUE, "a segment's rows");
      }
      getKeys(from, keys, start, end);
    }
    if (starts[segments] != size) {
      throw new MalformedFrameException(
          "the segments hold " + starts[segments] + " keys, not the " + size + " announced");
    }
    return new KeyList(tables, partitions, starts, keys, whole);
  }

  private static void getKeys(ByteBuffer from, long[] keys, int start, int end)
      throws MalformedFrameException {
    long before = 0;
    for (int i = start; i < end; i++) {
      long key = before + Varint.get(from);
      if (i > start && Long.compareUnsigned(key, before) <= 0) {
        throw new MalformedFrameException("the keys of a segment do not ascend");
      }
      keys[i] = key;
      before = key;
    }
  }

  private static boolean ascends(int[] tables, int[] partitions, int segment) {
    int byTable = Integer.compare(tables[segment - 1], tables[segment]);
    return byTable < 0 || (byTable == 0 && partitions[segment - 1] < partitions[segment]);
  }
}
