package trainer.avro.state;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import trainer.avro.container.ContainerBytes;
import trainer.avro.container.ContainerEndException;

/**
 * The bytes of a segment through a window that holds all bytes since a mark. At an unexpected end
 * of the file they show whether the piece that began at the mark was once whole. Not thread-safe.
 */
final class SegmentBytes implements ContainerBytes, Closeable {
  private static final int FIRST_WINDOW = 1 << 16;

  private final InputStream in;
  private byte[] window = new byte[FIRST_WINDOW];
  private int mark; // the marked byte, in the window
  private int at; // the next byte, in the window
  private int end; // of the bytes read into the window
  private long marked; // the marked byte, in the file

  SegmentBytes(InputStream in) {
    this.in = in;
  }

  /** Marks the position, and forgets the bytes before. */
  void mark() {
    marked = position();
    mark = at;
  }

  /** The marked position in the file. */
  long marked() {
    return marked;
  }

  /** Whether {@code marker} is complete somewhere behind the mark. */
  boolean holds(byte[] marker) {
    return SegmentMarker.isIn(marker, window, mark, end);
  }

  /** Whether the marker of any segment is complete somewhere behind the mark. */
  boolean holdsAnyMarker() {
    return SegmentMarker.isAnyIn(window, mark, end);
  }

  /** The marker that belongs behind a header from the mark to the marker just read. */
  byte[] markerOfHeader() {
    return SegmentMarker.after(window, mark, at - SegmentMarker.LENGTH - mark);
  }

  @Override
  public long position() {
    return marked + at - mark;
  }

  @Override
  public boolean isAtEnd() throws IOException {
    return !has(1);
  }

  @Override
  public byte next() throws IOException {
    require(1);
    return window[at++];
  }

  @Override
  public void require(long length) throws IOException {
    if (!has(length)) {
      throw new ContainerEndException();
    }
  }

  @Override
  public void read(byte[] into, int offset, int length) throws IOException {
    require(length);
    System.arraycopy(window, at, into, offset, length);
    at += length;
  }

  /** Whether {@code bytes} more bytes follow; the window grows only with the bytes read. */
  private boolean has(long bytes) throws IOException {
    while (end - at < bytes) {
      if (end == window.length) {
        makeRoom();
      }
      int read = in.read(window, end, window.length - end);
      if (read < 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  private void makeRoom() {
    byte[] room = mark > 0 ? window : new byte[Math.multiplyExact(window.length, 2)];
    System.arraycopy(window, mark, room, 0, end - mark);
    window = room;
    at -= mark;
    end -= mark;
    mark = 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
