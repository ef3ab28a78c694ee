package trainer.protocol.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * A buffer of incoming bytes, cut into frames. A length is checked before room is made for it, and
 * room is made only as bytes arrive.
 *
 * <p>Loop-confined: one thread. After {@link MalformedFrameException} the connection is useless.
 */
public final class FrameReader {
  private static final int SLICE = 1 << 18;
  private static final int FIRST_CAPACITY = 1 << 12;

  private final int maxFrame;
  private ByteBuffer buffer = ByteBuffer.allocate(FIRST_CAPACITY);
  private int start;

  /**
   * @param maxFrame {@code trainer.bulk.max-frame}: bytes of a frame without its length
   */
  public FrameReader(int maxFrame) {
    this.maxFrame = maxFrame;
  }

  /** Reads the available bytes of the channel, or blocks until there are some; −1 at its end. */
  public int readFrom(ReadableByteChannel channel) throws IOException {
    makeRoom();
    int position = buffer.position();
    buffer.limit(Math.min(buffer.capacity(), position + SLICE));
    try {
      return channel.read(buffer);
    } finally {
      buffer.limit(buffer.capacity());
    }
  }

  /** Adds bytes that were read elsewhere, such as behind a handshake. */
  public void feed(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      makeRoom();
      int n = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(bytes.slice(bytes.position(), n));
      bytes.position(bytes.position() + n);
    }
  }

  /** The next frame, or null while it is not complete. */
  public BulkFrame next() throws MalformedFrameException {
    int available = buffer.position() - start;
    if (available < Integer.BYTES) {
      return null;
    }
    int length = buffer.getInt(start);
    if (length < 1 || length > maxFrame) {
      throw new MalformedFrameException(
          "a frame announces " + length + " bytes; 1 to " + maxFrame + " are allowed");
    }
    if (available - Integer.BYTES < length) {
      return null;
    }
    ByteBuffer frame = buffer.slice(start + Integer.BYTES, length);
    start += Integer.BYTES + length;
    return FrameDecoder.decode(frame);
  }

  /** Moves the rest to the front, and doubles the buffer when it is full. */
  private void makeRoom() {
    if (start == buffer.position()) {
      buffer.clear();
      start = 0;
    }
    if (buffer.hasRemaining() && start < buffer.capacity() / 2) {
      return;
    }
    ByteBuffer rest = buffer.slice(start, buffer.position() - start);
    if (start > 0) {
      buffer.position(start).limit(start + rest.remaining());
      buffer.compact();
    } else {
      buffer = ByteBuffer.allocate(grown()).put(rest);
    }
    start = 0;
  }

  private int grown() {
    long capacity = Math.min(2L * buffer.capacity(), Integer.BYTES + (long) maxFrame + SLICE);
    if (capacity <= buffer.capacity()) {
      throw new IllegalStateException("complete frames are to be taken before more is read");
    }
    return (int) Math.min(capacity, Integer.MAX_VALUE - 8);
  }
}
