package trainer.data.file;

import trainer.avro.container.ContainerBytes;
import trainer.avro.container.ContainerEndException;

/**
 * A reader of small items in a file, through a window of the requested size. Items larger than the
 * window are read by themselves.
 */
public final class FileCursor implements ContainerBytes {
  private final PinnedFile file;
  private final byte[] window;
  private long windowStart;
  private int windowLength;
  private long position;

  /**
   * A cursor at the file's first byte.
   *
   * @param windowBytes the bytes of one read
   */
  public FileCursor(PinnedFile file, int windowBytes) {
    this.file = file;
    this.window = new byte[windowBytes];
  }

  @Override
  public long position() {
    return position;
  }

  /** Moves to a byte of the file. */
  public void seek(long newPosition) {
    position = newPosition;
  }

  @Override
  public boolean isAtEnd() {
    return position >= file.length();
  }

  @Override
  public byte next() {
    if (inWindow() == 0) {
      fill();
    }
    return window[(int) (position++ - windowStart)];
  }

  @Override
  public void require(long length) {
    if (length > file.length() - position) {
      throw new ContainerEndException();
    }
  }

  @Override
  public void read(byte[] into, int offset, int length) {
    require(length);
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int count = Math.min(end - at, inWindow());
      if (count > 0) {
        System.arraycopy(window, (int) (position - windowStart), into, at, count);
      } else if (end - at < window.length) {
        fill();
      } else {
        count = end - at;
        file.read(position, into, at, count);
      }
      position += count;
      at += count;
    }
  }

  /** The bytes of the window from the position on. */
  private int inWindow() {
    long at = position - windowStart;
    return at < 0 || at >= windowLength ? 0 : windowLength - (int) at;
  }

  private void fill() {
    require(1);
    windowLength = 0;
    int length = (int) Math.min(window.length, file.length() - position);
    file.read(position, window, 0, length);
    windowStart = position;
    windowLength = length;
  }
}
