package trainer.data.file;

import java.io.InputStream;

/** The bytes of a pinned file from its beginning on. Closing it leaves the file open. */
final class PinnedStream extends InputStream {
  private final PinnedFile file;
  private long position;

  PinnedStream(PinnedFile file) {
    this.file = file;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int count = (int) Math.min(length, file.length() - position);
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    file.read(position, into, offset, count);
    position += count;
    return count;
  }

  /** The bytes up to the end; the JDK's gzip asks it whether another member follows. */
  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, file.length() - position);
  }
}
