package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.auth.ServerHandshake;

final class BulkConnectionTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Party PSERVER = new Party(Role.PSERVER, 1, new Incarnation(5));
  private static final Hello HELLO =
      Hello.member(JOB, new Party(Role.WORKER, 0, new Incarnation(3)), PSERVER, 1);

  private final Secret secret = Secret.random(new SecureRandom());
  private final Traffic traffic = new Traffic();
  private ServerSocketChannel listener;

  @BeforeEach
  void listen() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  @Test
  void framesGoBothWaysAfterTheHandshake() throws Exception {
    CompletableFuture<BulkFrame> heard = CompletableFuture.supplyAsync(this::answerOnePull);
    try (BulkConnection connection = open(secret)) {
      connection.writer().pull(9, 1, 2, 3, 4);
      connection.flush();
      BulkFrame.Values values = (BulkFrame.Values) connection.read();
      assertThat(values.values().get(1)).isEqualTo(2f);
      assertThat(connection.read()).isNull();
    }
    assertThat(heard.join()).isEqualTo(new BulkFrame.Pull(9, 1, 2, 3, 4));
    assertThat(traffic.sent()).as("length, type, five numbers").isEqualTo(4 + 1 + 40);
    assertThat(traffic.received()).as("with three numbers, two values").isEqualTo(4 + 1 + 24 + 8);
  }

  @Test
  void anotherSecretIsRefused() {
    CompletableFuture<BulkFrame> heard = CompletableFuture.supplyAsync(this::answerOnePull);
    assertThatThrownBy(() -> open(Secret.random(new SecureRandom())))
        .isInstanceOf(HandshakeException.class);
    assertThatThrownBy(heard::join).isInstanceOf(CompletionException.class);
  }

  private BulkConnection open(Secret with) throws IOException {
    return BulkConnection.open(
        (InetSocketAddress) listener.getLocalAddress(),
        HELLO,
        with,
        Duration.ofSeconds(60),
        4096,
        traffic);
  }

  private BulkFrame answerOnePull() {
    try (SocketChannel channel = listener.accept()) {
      ServerHandshake handshake =
          new ServerHandshake(
              Gatekeeper.forMembers(JOB, secret, () -> PSERVER), new SecureRandom());
      ByteBuffer in = ByteBuffer.allocate(256).flip();
      while (!handshake.isOver()) {
        if (channel.read(in.clear()) < 0) {
          throw new IOException("the client left");
        }
        handshake.feed(in.flip());
        byte[] out = handshake.takeOutput();
        if (out != null) {
          channel.write(ByteBuffer.wrap(out));
        }
      }
      FrameReader reader = new FrameReader(4096);
      reader.feed(in);
      BulkFrame frame = reader.next();
      while (frame == null) {
        reader.readFrom(channel);
        frame = reader.next();
      }
      FrameWriter writer = new FrameWriter(4096);
      writer.values(9, 1, 2, 2).put(1f).put(2f);
      writer.writeTo(channel);
      return frame;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
