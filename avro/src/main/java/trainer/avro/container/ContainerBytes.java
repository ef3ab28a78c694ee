package trainer.avro.container;

import java.io.IOException;

/** The bytes of a container file, at a position. Used by one thread at a time. */
public interface ContainerBytes {
  /** The position of the next byte. */
  long position();

  /** Whether the file ends here. */
  boolean isAtEnd() throws IOException;

  /**
   * The next byte.
   *
   * @throws ContainerEndException at the end of the file
   */
  byte next() throws IOException;

  /**
   * Checks, as far as that is possible without memory, that so many bytes follow.
   *
   * @throws ContainerEndException if the file is known to end before
   */
  void require(long length) throws IOException;

  /**
   * Reads the next {@code length} bytes.
   *
   * @throws ContainerEndException if the file ends before
   */
  void read(byte[] into, int offset, int length) throws IOException;

  /**
   * Reads a number: zigzag, little-endian base 128.
   *
   * @throws DamagedContainerException if it has more than ten bytes
   */
  default long nextLong() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = next();
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new DamagedContainerException("has a number of more than ten bytes");
  }
}
