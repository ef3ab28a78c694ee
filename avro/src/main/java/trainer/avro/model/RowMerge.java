package trainer.avro.model;

import java.io.IOException;
import java.util.List;

/**
 * Merges the rows of sorted part files, table by table, by keys ascending unsigned.
 *
 * <p>A heap holds the parts by their next keys. Only its top changes, and only to a greater key, so
 * that one row sinks; a queue would remove and insert it.
 */
final class RowMerge {
  private final List<ModelPartReader> readers;
  private final ModelPartReader[] heap;
  private final long[] keys;
  private int size;
  private int rank = -1;
  private boolean taken;

  /**
   * @param readers before their first rows
   */
  RowMerge(List<ModelPartReader> readers) throws IOException {
    this.readers = readers;
    heap = new ModelPartReader[readers.size()];
    keys = new long[readers.size()];
    for (ModelPartReader reader : readers) {
      reader.next();
    }
  }

  /** Goes to a table; the rows of those before it have been read. */
  void begin(int table) {
    rank = table;
    taken = false;
    size = 0;
    for (ModelPartReader reader : readers) {
      if (reader.hasRow() && reader.rank() == table) {
        heap[size] = reader;
        keys[size++] = ordered(reader);
      }
    }
    for (int at = size / 2 - 1; at >= 0; at--) {
      sink(at);
    }
  }

  /** The reader positioned at the table's next row, null after the last. */
  ModelPartReader next() throws IOException {
    if (taken) {
      advance();
    }
    taken = size > 0;
    return taken ? heap[0] : null;
  }

  private void advance() throws IOException {
    ModelPartReader top = heap[0];
    if (top.next() && top.rank() == rank) {
      keys[0] = ordered(top);
    } else {
      size--;
      heap[0] = heap[size];
      keys[0] = keys[size];
    }
    sink(0);
  }

  private void sink(int from) {
    ModelPartReader reader = heap[from];
    long key = keys[from];
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) {
        child++;
      }
      if (key <= keys[child]) {
        break;
      }
      heap[at] = heap[child];
      keys[at] = keys[child];
      at = child;
    }
    heap[at] = reader;
    keys[at] = key;
  }

  /** The key as a signed number with the order of unsigned keys. */
  private static long ordered(ModelPartReader reader) {
    return reader.key() ^ Long.MIN_VALUE;
  }
}
