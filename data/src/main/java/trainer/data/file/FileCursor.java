package trainer.data.file;

import java.nio.charset.StandardCharsets;

/** A reader of small items in a file, through a window of the requested size. */
public final class FileCursor {
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

  /** Thrown at the end of the file. */
  public static final class EndOfFileException extends RuntimeException {
    EndOfFileException(long position) {
      super("end of file at byte " + position);
    }
  }

  public long position() {
    return position;
  }

  public void seek(long newPosition) {
    position = newPosition;
  }

  /** The next byte. */
  public byte next() {
    long at = position - windowStart;
    if (at < 0 || at >= windowLength) {
      fill();
      at = 0;
    }
    position++;
    return window[(int) at];
  }

  private void fill() {
    long left = file.length() - position;
    if (left <= 0) {
      throw new EndOfFileException(position);
    }
    windowLength = 0;
    int length = (int) Math.min(window.length, left);
    file.read(position, window, 0, length);
    windowStart = position;
    windowLength = length;
  }

  /** An Avro long: zigzag, little-endian base 128. */
  public long nextLong() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = next();
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw new IllegalArgumentException("a number of more than 10 bytes at byte " + position);
  }

  /** Avro bytes, at most {@code most} of them. */
  public byte[] nextBytes(int most) {
    long length = nextLong();
    if (length < 0 || length > most) {
      throw new IllegalArgumentException(
          length + " bytes announced at byte " + position + ", at most " + most + " make sense");
    }
    if (length > file.length() - position) {
      throw new EndOfFileException(file.length());
    }
    byte[] bytes = new byte[(int) length];
    read(bytes);
    return bytes;
  }

  /** Fills {@code bytes}. */
  public void read(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = next();
    }
  }

  /** An Avro string of at most {@code most} bytes. */
  public String nextString(int most) {
    return new String(nextBytes(most), StandardCharsets.UTF_8);
  }
}
