package trainer.appmaster.web;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that makes its server at the first connection, or when nobody has come for some time.
 * The server then accepts that connection and all later ones.
 */
final class LazyWebServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LazyWebServer.class);

  /** Makes the server. */
  @FunctionalInterface
  interface Opening {
    /** Accepts the connections of {@code listening} from now on. */
    Closeable open(ServerSocketChannel listening) throws IOException;
  }

  private final ServerSocketChannel listening = ServerSocketChannel.open();
  private final Selector selector = Selector.open();
  private final Thread thread;
  private final Opening opening;
  private final Duration patience;
  private Closeable server;

  /**
   * Starts to listen.
   *
   * @param patience how long to wait for a first connection before the server is made without one
   * @throws java.net.BindException when the port is taken
   */
  LazyWebServer(InetSocketAddress address, int backlog, Duration patience, Opening opening)
      throws IOException {
    this.opening = opening;
    this.patience = patience;
    try {
      listening.bind(address, backlog);
      listening.configureBlocking(false);
    } catch (IOException e) {
      close();
      throw e;
    }
    thread = new Thread(this::await, "first-visit");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.socket().getLocalPort();
  }

  private void await() {
    try {
      listening.register(selector, SelectionKey.OP_ACCEPT);
      selector.select(patience.toMillis());
      if (selector.isOpen()) {
        selector.close(); // a channel that is registered cannot block
        serve();
      }
    } catch (ClosedSelectorException e) {
      LOG.debug("Closed before a visit");
    } catch (Throwable e) { // a missing class, too
      LOG.error("The page cannot be served", e);
      turnAway();
    }
  }

  /** Closes the port, since visitors would otherwise wait for ever. */
  private void turnAway() {
    try {
      close();
    } catch (IOException e) {
      LOG.warn("The page's port did not close", e);
    }
  }

  private synchronized void serve() throws IOException {
    if (listening.isOpen()) {
      listening.configureBlocking(true);
      server = opening.open(listening);
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    synchronized (this) {
      if (server != null) {
        server.close();
      }
      listening.close();
    }
  }
}
