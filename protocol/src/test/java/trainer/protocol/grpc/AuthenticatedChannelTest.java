package trainer.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;

final class AuthenticatedChannelTest {
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  /** gRPC looks names up on a thread of its own, and asks the loop for a connection after that. */
  @Test
  void whoGivesUpWhileItIsConnectingIsToldNoMoreThanThat() throws Exception {
    Queue<String> said = new ConcurrentLinkedQueue<>();
    Handler handler = new Recorder(said);
    GRPC.addHandler(handler);
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int attempt = 0; attempt < 300; attempt++) {
        Duration patience = Duration.ofMillis(1 + attempt % 5);
        assertThatThrownBy(
                () ->
                    AuthenticatedChannel.open(
                        "localhost", mute.getLocalPort(), hello(), secret(), patience))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("no handshake with localhost:" + mute.getLocalPort());
      }
      TimeUnit.SECONDS.sleep(2); // what comes late
    } finally {
      GRPC.removeHandler(handler);
    }
    assertThat(said).isEmpty();
  }

  private static Hello hello() {
    return Hello.member(
        GrpcServerTest.JOB, new Party(Role.WORKER, 3, Incarnation.NONE), Party.MASTER, 0);
  }

  private static Secret secret() {
    return Secret.random(new SecureRandom());
  }

  private static final class Recorder extends Handler {
    private final Queue<String> said;

    Recorder(Queue<String> said) {
      this.said = said;
    }

    @Override
    public void publish(LogRecord record) {
      said.add(record.getMessage() + " " + record.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
