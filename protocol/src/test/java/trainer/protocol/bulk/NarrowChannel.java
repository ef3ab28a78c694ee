package trainer.protocol.bulk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A channel that takes a few bytes and then no more, as a full socket does. */
final class NarrowChannel implements WritableByteChannel {
  private final ByteArrayOutputStream out;
  private int left;

  NarrowChannel(ByteArrayOutputStream out, int left) {
    this.out = out;
    this.left = left;
  }

  @Override
  public int write(ByteBuffer from) {
    int n = Math.min(left, from.remaining());
    for (int i = 0; i < n; i++) {
      out.write(from.get());
    }
    left -= n;
    return n;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
