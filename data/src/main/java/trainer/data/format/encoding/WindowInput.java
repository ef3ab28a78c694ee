package trainer.data.format.encoding;

import java.io.InputStream;
import trainer.data.file.PinnedFile;

/**
 * The bytes of a part of a file in order, read ahead in windows that grow while they are used up.
 * So the beginning of a large part costs little, and a whole part few reads. Confined to one
 * thread.
 */
public final class WindowInput extends InputStream {
  private static final int FIRST_WINDOW = 1 << 16;

  private final PinnedFile file;

  private final long end;
  private final long dataEnd;
  private final int largest;

  /** The place in the file of the buffer's first byte. */
  private long base;

  private byte[] buffer = new byte[0];
  private int at;
  private int held;
  private int window = FIRST_WINDOW;

  /**
   * The part from one byte up to another.
   *
   * @param end the byte up to which windows go
   * @param dataEnd the byte that no read passes
   * @param largest the bytes of the largest window
   */
  public WindowInput(PinnedFile file, long start, long end, long dataEnd, int largest) {
    this.file = file;
    this.end = end;
    this.dataEnd = dataEnd;
    this.base = start;
    this.largest = largest;
  }

  /** The place in the file of the next byte. */
  public long position() {
    return base + at;
  }

  /** The array that has the bytes which were taken last. */
  public byte[] array() {
    return buffer;
  }

  /**
   * Takes some bytes.
   *
   * @return the place of the first of them in {@link #array}
   * @throws BadPageException if the data of the file end before
   */
  public int take(int count) {
    if (count > held - at) {
      fill(count);
    }
    int from = at;
    at += count;
    return from;
  }

  /** Passes over some bytes. */
  public void pass(int count) {
    requireLeft(count);
    if (count > held - at) {
      base = position() + count;
      at = 0;
      held = 0;
    } else {
      at += count;
    }
  }

  @Override
  public int read() {
    if (at == held && position() == dataEnd) {
      return -1;
    }
    // take may replace the buffer
    int from = take(1);
    return buffer[from] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int count = (int) Math.min(length, dataEnd - position());
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    int from = take(count);
    System.arraycopy(buffer, from, into, offset, count);
    return count;
  }

  private void requireLeft(long count) {
    if (count > dataEnd - position()) {
      throw new BadPageException(
          count + " bytes are wanted, the data end after " + (dataEnd - position()));
    }
  }

  /** Reads a window that has the next {@code wanted} bytes. */
  private void fill(int wanted) {
    requireLeft(wanted);
    int kept = held - at;
    long ahead = Math.min(window, end - position());
    int size = (int) Math.max(wanted, ahead);
    byte[] next = size > buffer.length ? new byte[size] : buffer;
    System.arraycopy(buffer, at, next, 0, kept);
    base += at;
    at = 0;
    held = kept;
    buffer = next;
    int more = size - kept;
    file.read(base + held, buffer, held, more);
    held += more;
    window = Math.min(largest, 2 * window);
  }
}
