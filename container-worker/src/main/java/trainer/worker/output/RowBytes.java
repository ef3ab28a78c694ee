package trainer.worker.output;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encoded rows, one behind the other, in one growing array. Confined to one thread. */
public final class RowBytes {
  private byte[] bytes = new byte[1 << 12];
  private int length;
  private int[] ends = new int[1 << 8];
  private int rows;

  /** Removes all rows. */
  public void clear() {
    length = 0;
    rows = 0;
  }

  /** Puts a byte. */
  public void put(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  /** Puts the lower 32 bits, highest byte first. */
  public void putInt(int value) {
    room(Integer.BYTES);
    bytes[length++] = (byte) (value >> 24);
    bytes[length++] = (byte) (value >> 16);
    bytes[length++] = (byte) (value >> 8);
    bytes[length++] = (byte) value;
  }

  /** Replaces four bytes by the lower 32 bits. */
  public void setInt(int at, int value) {
    int end = length;
    length = at;
    putInt(value);
    length = end;
  }

  /** Puts bytes. */
  public void put(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  /** Puts a text of ASCII characters. */
  public void putAscii(String text) {
    int count = text.length();
    room(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  /** Puts a text in UTF-8. */
  public void putText(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends a row. */
  public void endRow() {
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
    }
    ends[rows++] = length;
  }

  /** Removes what was put since the last row ended. */
  public void dropRow() {
    length = start(rows);
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }
  }

  /** The array of the rows, {@link #length} bytes of it. */
  public byte[] bytes() {
    return bytes;
  }

  /** The bytes of all rows. */
  public int length() {
    return length;
  }

  /** The number of rows. */
  public int rows() {
    return rows;
  }

  /** Where a row begins. */
  public int start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Where a row ends. */
  public int end(int row) {
    return ends[row];
  }
}
