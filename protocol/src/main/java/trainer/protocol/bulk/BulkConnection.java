package trainer.protocol.bulk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import trainer.protocol.auth.ClientHandshake;
import trainer.protocol.auth.Handshake;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;

/**
 * A worker's end of a connection to a pserver lane: blocking, authenticated, ready for frames.
 *
 * <p>One thread may read while another writes; the writer side is not safe for several threads.
 * Closing it from any thread wakes the reader.
 */
public final class BulkConnection implements AutoCloseable {
  private final SocketChannel channel;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final Traffic traffic;
  private volatile long movedNanos = System.nanoTime();

  private BulkConnection(SocketChannel channel, int maxFrame, Traffic traffic) {
    this.channel = channel;
    this.traffic = traffic;
    this.reader = new FrameReader(maxFrame);
    this.writer = new FrameWriter(maxFrame);
  }

  /** The same, without counting bytes. */
  public static BulkConnection open(
      InetSocketAddress address, Hello hello, Secret secret, Duration connectTimeout, int maxFrame)
      throws IOException {
    return open(address, hello, secret, connectTimeout, maxFrame, new Traffic());
  }

  /**
   * Connects and proves both ends to each other.
   *
   * @param connectTimeout for the connection alone; the handshake has {@link Handshake#BUDGET}
   * @param traffic counts the bytes read and written
   * @throws HandshakeException when the other end is not the intended one, or refuses
   */
  public static BulkConnection open(
      InetSocketAddress address,
      Hello hello,
      Secret secret,
      Duration connectTimeout,
      int maxFrame,
      Traffic traffic)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(address, Math.toIntExact(connectTimeout.toMillis()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      BulkConnection connection = new BulkConnection(channel, maxFrame, traffic);
      connection.shakeHands(new ClientHandshake(hello, secret, new SecureRandom()));
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void shakeHands(ClientHandshake handshake) throws IOException {
    long deadline = System.nanoTime() + Handshake.BUDGET.toNanos();
    // the socket's stream obeys its timeout, the channel itself does not
    ReadableByteChannel timed = Channels.newChannel(channel.socket().getInputStream());
    ByteBuffer in = ByteBuffer.allocate(256);
    while (true) {
      byte[] out = handshake.takeOutput();
      if (out != null) {
        channel.write(ByteBuffer.wrap(out));
      }
      if (handshake.isAccepted()) {
        break;
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("no handshake within " + Handshake.BUDGET);
      }
      channel.socket().setSoTimeout((int) Math.max(1, left));
      if (timed.read(in.clear()) < 0) {
        throw new IOException("the connection was closed during the handshake");
      }
      handshake.feed(in.flip());
    }
    reader.feed(in);
  }

  /** The writer of frames; {@link #flush} sends them. */
  public FrameWriter writer() {
    return writer;
  }

  /** Sends the frames in the writer; blocks until the socket has accepted them all. */
  public void flush() throws IOException {
    boolean done = false;
    while (!done) {
      int waiting = writer.waiting();
      done = writer.writeTo(channel);
      traffic.sent(waiting - writer.waiting());
      movedNanos = System.nanoTime();
    }
  }

  /** Waits for the next frame; null once the other end has closed. */
  public BulkFrame read() throws IOException {
    BulkFrame frame = reader.next();
    while (frame == null) {
      int length = reader.readFrom(channel);
      if (length < 0) {
        return null;
      }
      traffic.received(length);
      movedNanos = System.nanoTime();
      frame = reader.next();
    }
    return frame;
  }

  /** The time of the last byte received or sent, {@link System#nanoTime}. Any thread. */
  public long movedNanos() {
    return movedNanos;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
