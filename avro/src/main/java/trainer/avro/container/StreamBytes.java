package trainer.avro.container;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a stream, which is best buffered. Whether enough follow is known at their end. */
public final class StreamBytes implements ContainerBytes, Closeable {
  private static final int UNKNOWN = -2;

  private final InputStream in;
  private long position;

  /** The next byte if it was looked at, −1 at the end. */
  private int next = UNKNOWN;

  public StreamBytes(InputStream in) {
    this.in = in;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public boolean isAtEnd() throws IOException {
    if (next == UNKNOWN) {
      next = in.read();
    }
    return next < 0;
  }

  @Override
  public byte next() throws IOException {
    if (isAtEnd()) {
      throw new ContainerEndException();
    }
    byte b = (byte) next;
    next = UNKNOWN;
    position++;
    return b;
  }

  @Override
  public void require(long length) {}

  @Override
  public void read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    into[offset] = next();
    int read = in.readNBytes(into, offset + 1, length - 1);
    position += read;
    if (read < length - 1) {
      throw new ContainerEndException();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
