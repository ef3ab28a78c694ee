package trainer.avro.model;

import java.util.Arrays;
import trainer.avro.container.GrowingBytes;
import trainer.core.table.TableSpec;

/**
 * Decodes the rows of one unpacked block without an object a row. Never reads outside the block,
 * for any bytes.
 */
final class RowDecoder {
  private static final String SHORT = "a row runs past the end of its block";

  private final TableOrder order;
  private final byte[][] names;
  private final float[][] values;
  private byte[] data = new byte[0];
  private int position;
  private int end;
  private long left;
  private int rank;
  private long key;

  RowDecoder(TableOrder order) {
    this.order = order;
    names = new byte[order.size()][];
    values = new float[order.size()][];
    for (int r = 0; r < names.length; r++) {
      names[r] = TableOrder.utf8(order.table(r).name());
      values[r] = new float[order.table(r).width()];
    }
  }

  /** Begins a block of {@code rows} rows. */
  void reset(GrowingBytes block, int rows) {
    data = block.array();
    position = block.from();
    end = block.to();
    left = rows;
  }

  boolean hasRow() {
    return left > 0;
  }

  /** Whether every byte of the block was used. */
  boolean isExhausted() {
    return position == end;
  }

  /** Decodes one row; returns null, or a description of the damage. */
  String decode() {
    left--;
    long nameLength = readLong();
    if (nameLength < 0 || nameLength > end - position) {
      return SHORT;
    }
    rank = rankOf((int) nameLength);
    if (rank < 0) {
      return "a row of a table that the model has not";
    }
    position += (int) nameLength;
    key = readLong();
    TableSpec table = order.table(rank);
    if (table.isDense() && (key < 0 || key >= table.rows())) {
      return "a row of " + table.name() + " has key " + key + ", beyond its " + table.rows();
    }
    return decodeValues(values[rank]);
  }

  int rank() {
    return rank;
  }

  long key() {
    return key;
  }

  /** The row's values; reused for the next row of the same table. */
  float[] values() {
    return values[rank];
  }

  private String decodeValues(float[] row) {
    int n = 0;
    for (long count = readLong(); count != 0; count = readLong()) {
      if (count < 0) {
        count = -count;
        readLong();
      }
      if (count < 0 || count > row.length - n) {
        return "a row of " + order.table(rank).name() + " is wider than " + row.length;
      }
      if (count * Float.BYTES > end - position) {
        return SHORT;
      }
      for (long i = 0; i < count; i++) {
        row[n++] = readFloat();
      }
    }
    if (position > end) {
      return SHORT;
    }
    return n == row.length ? null : "a row of " + order.table(rank).name() + " has width " + n;
  }

  /** Names repeat from row to row, so the last one is tried first. */
  private int rankOf(int length) {
    for (int i = 0; i < names.length; i++) {
      int candidate = (rank + i) % names.length;
      byte[] name = names[candidate];
      if (Arrays.equals(name, 0, name.length, data, position, position + length)) {
        return candidate;
      }
    }
    return -1;
  }

  private float readFloat() {
    int bits =
        (data[position] & 0xff)
            | (data[position + 1] & 0xff) << 8
            | (data[position + 2] & 0xff) << 16
            | (data[position + 3] & 0xff) << 24;
    position += Float.BYTES;
    return Float.intBitsToFloat(bits);
  }

  /**
   * A zigzag varint. Past the end it is zero, and the position stays behind the end, which marks
   * the damage.
   */
  private long readLong() {
    long bits = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (position >= end) {
        position = end + 1;
        return 0;
      }
      byte b = data[position++];
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        break;
      }
    }
    return (bits >>> 1) ^ -(bits & 1);
  }
}
