package trainer.pserver.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.ServerHandshake;
import trainer.pserver.lane.Lane;

/**
 * The thread at the pserver's port. It authenticates connections within a small budget of bytes and
 * time, and passes authenticated ones to the lane that they name. Lanes receive no unauthenticated
 * connection.
 */
final class ConnectionAcceptor implements Runnable, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionAcceptor.class);

  /** The most unauthenticated connections; one more closes the oldest. */
  static final int MAX_STRANGERS = 256;

  private static final int BACKLOG = 1024;

  private final Gatekeeper gatekeeper;
  private final List<Lane> lanes;
  private final Consumer<Throwable> fatal;
  private final SecureRandom random = new SecureRandom();
  private final Selector selector;
  private final ServerSocketChannel server;
  private final ArrayDeque<UnauthenticatedConnection> strangers = new ArrayDeque<>();
  private volatile boolean stopped;

  /**
   * Listens at a port of all addresses; the thread is not started yet.
   *
   * @param port 0 for any free port
   */
  ConnectionAcceptor(int port, Gatekeeper gatekeeper, List<Lane> lanes, Consumer<Throwable> fatal)
      throws IOException {
    this.gatekeeper = hello -> hello.lane() < lanes.size() ? gatekeeper.secretFor(hello) : null;
    this.lanes = lanes;
    this.fatal = fatal;
    this.server = ServerSocketChannel.open();
    try {
      server.bind(new InetSocketAddress(port), BACKLOG);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    this.selector = Selector.open();
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  @Override
  public void run() {
    try (selector;
        server) {
      while (!stopped) {
        selector.select(this::ready, untilNextDeadline());
        dismissLate();
      }
    } catch (IOException | RuntimeException | Error e) {
      fatal.accept(e);
    } finally {
      strangers.forEach(UnauthenticatedConnection::close);
    }
  }

  @Override
  public void close() {
    stopped = true;
    selector.wakeup();
  }

  private void ready(SelectionKey key) {
    try {
      if (key.attachment() instanceof UnauthenticatedConnection stranger) {
        listenTo(stranger, key);
      } else {
        accept();
      }
    } catch (IOException e) {
      LOG.info("a connection failed at the door: {}", e.toString());
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = server.accept();
    if (channel == null) {
      return;
    }
    if (strangers.size() >= MAX_STRANGERS) {
      LOG.warn("{} strangers at the door, dismissing the first", strangers.size());
      strangers.poll().close();
    }
    UnauthenticatedConnection stranger =
        new UnauthenticatedConnection(
            channel, new ServerHandshake(gatekeeper, random), System.nanoTime());
    strangers.add(stranger);
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.register(selector, SelectionKey.OP_READ, stranger);
    } catch (IOException e) {
      dismiss(stranger);
      throw e;
    }
  }

  private void listenTo(UnauthenticatedConnection stranger, SelectionKey key) {
    UnauthenticatedConnection.Standing standing = stranger.listen();
    if (standing == UnauthenticatedConnection.Standing.GONE) {
      dismiss(stranger);
    } else if (standing == UnauthenticatedConnection.Standing.PROVED) {
      key.cancel();
      strangers.remove(stranger);
      lanes
          .get(stranger.lane())
          .take(stranger.channel(), stranger.name(), stranger.incarnation(), stranger.rest());
    }
  }

  private void dismiss(UnauthenticatedConnection stranger) {
    strangers.remove(stranger);
    stranger.close();
  }

  private void dismissLate() {
    long now = System.nanoTime();
    while (!strangers.isEmpty() && strangers.peek().remaining(now) <= 0) {
      LOG.info("{} sent no handshake in time", strangers.peek().name());
      strangers.poll().close();
    }
  }

  /** The time until the next deadline in milliseconds; 0 without one. */
  private long untilNextDeadline() {
    return strangers.isEmpty()
        ? 0
        : Math.max(1, strangers.peek().remaining(System.nanoTime()) / 1_000_000);
  }
}
