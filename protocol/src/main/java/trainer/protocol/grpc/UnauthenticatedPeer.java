package trainer.protocol.grpc;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.protocol.auth.Handshake;
import trainer.protocol.auth.Hello;

/**
 * A connection and its peer, which is unknown until it is admitted. A connection is closed if it
 * sends more than {@link Limits#STRANGER_BYTES} before, or takes longer than {@link
 * Handshake#BUDGET}.
 *
 * <p>The first handler of its channel; runs on the channel's event loop, as do all calls on it.
 */
final class UnauthenticatedPeer extends ChannelInboundHandlerAdapter {
  /** Time for the answer to a refused call to reach the other end. */
  private static final long GRACE_MILLIS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(UnauthenticatedPeer.class);

  /** The two addresses of a connection. */
  record Ends(SocketAddress local, SocketAddress remote) {}

  private final Map<Ends, UnauthenticatedPeer> all;
  private ChannelHandlerContext context;
  private Ends ends;
  private long bytes;
  private boolean shaking;
  private volatile Hello peer;

  UnauthenticatedPeer(Map<Ends, UnauthenticatedPeer> all) {
    this.all = all;
  }

  static Map<Ends, UnauthenticatedPeer> registry() {
    return new ConcurrentHashMap<>();
  }

  @Override
  public void channelActive(ChannelHandlerContext active) throws Exception {
    context = active;
    ends = new Ends(active.channel().localAddress(), active.channel().remoteAddress());
    all.put(ends, this);
    later(this::expire, Handshake.BUDGET.toMillis());
    super.channelActive(active);
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) throws Exception {
    if (peer == null && message instanceof ByteBuf buffer) {
      bytes += buffer.readableBytes();
      if (bytes > Limits.STRANGER_BYTES) {
        buffer.release();
        cut("it sent " + bytes + " bytes before it was admitted");
        return;
      }
    }
    super.channelRead(reading, message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) throws Exception {
    if (ends != null) {
      all.remove(ends, this);
    }
    super.channelInactive(inactive);
  }

  /** The first call on the connection may begin the handshake, once. */
  boolean beginHandshake() {
    boolean first = !shaking && peer == null;
    shaking = true;
    return first;
  }

  /** The admitted peer, or null. */
  Hello peer() {
    return peer;
  }

  void admit(Hello hello) {
    peer = hello;
  }

  /** Closes the connection, after a moment for the answer to leave. */
  void refuse(String why) {
    LOG.warn("connection from {} refused: {}", ends.remote(), why);
    later(this::close, GRACE_MILLIS);
  }

  private void expire() {
    if (peer == null && context.channel().isActive()) {
      cut("no handshake within " + Handshake.BUDGET);
    }
  }

  private void cut(String why) {
    LOG.warn("connection from {} closed: {}", ends.remote(), why);
    close();
  }

  /** Closes from the first handler on: the HTTP/2 handler's graceful shutdown would take time. */
  private void close() {
    context.close();
  }

  private void later(Runnable task, long millis) {
    context.executor().schedule(task, millis, TimeUnit.MILLISECONDS);
  }
}
