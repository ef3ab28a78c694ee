package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class LazyWebServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final Duration LONG = Duration.ofMinutes(5);

  private final CompletableFuture<ServerSocketChannel> opened = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private Closeable open(ServerSocketChannel listening) {
    opened.complete(listening);
    return () -> closed.set(true);
  }

  @Test
  void leavesTheFirstConnectionToTheServer() throws Exception {
    try (LazyWebServer visits = new LazyWebServer(ANY_PORT, 1, LONG, this::open)) {
      assertThat(opened).isNotDone();
      try (Socket visitor = connected(visits.port())) {
        ServerSocketChannel listening = opened.get(10, TimeUnit.SECONDS);
        try (Socket accepted = listening.accept().socket()) {
          assertThat(accepted.getPort()).isEqualTo(visitor.getLocalPort());
        }
      }
    }
    assertThat(closed).isTrue();
  }

  @Test
  void makesTheServerWithoutAVisitInTheEnd() throws Exception {
    try (LazyWebServer visits = new LazyWebServer(ANY_PORT, 1, Duration.ofMillis(1), this::open)) {
      assertThat(opened.get(10, TimeUnit.SECONDS).socket().getLocalPort()).isEqualTo(visits.port());
    }
    assertThat(closed).isTrue();
  }

  @Test
  void endsWithoutAVisit() throws Exception {
    LazyWebServer visits = new LazyWebServer(ANY_PORT, 1, LONG, this::open);
    int port = visits.port();
    visits.close();
    assertThatThrownBy(() -> connected(port)).isInstanceOf(ConnectException.class);
    assertThat(opened).isNotDone();
  }

  @Test
  void saysThatAPortIsTaken() throws Exception {
    try (LazyWebServer visits = new LazyWebServer(ANY_PORT, 1, LONG, this::open)) {
      InetSocketAddress taken =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), visits.port());
      assertThatThrownBy(() -> new LazyWebServer(taken, 1, LONG, this::open))
          .isInstanceOf(BindException.class);
    }
  }

  @Test
  void turnsVisitorsAwayWhenTheServerCannotBeMade() throws Exception {
    LazyWebServer.Opening opening =
        listening -> {
          throw new NoClassDefFoundError("a test's");
        };
    try (LazyWebServer visits = new LazyWebServer(ANY_PORT, 1, LONG, opening)) {
      int port = visits.port();
      try (Socket visitor = connected(port)) {
        visitor.setSoTimeout(10_000);
        assertThatThrownBy(() -> visitor.getInputStream().read())
            .isInstanceOf(SocketException.class); // reset: nobody will accept it
      }
      assertThatThrownBy(() -> connected(port)).isInstanceOf(ConnectException.class);
    }
  }

  private static Socket connected(int port) throws Exception {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }
}
