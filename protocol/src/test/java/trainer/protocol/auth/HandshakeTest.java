package trainer.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;

final class HandshakeTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Party WORKER = new Party(Role.WORKER, 3, new Incarnation(7));
  private static final Party PSERVER = new Party(Role.PSERVER, 1, new Incarnation(5));

  private final Secret secret = Secret.random(RANDOM);
  private final Gatekeeper gate = Gatekeeper.forMembers(JOB, secret, () -> PSERVER);

  @Test
  void bothEndsOfOneJobAcceptEachOther() throws HandshakeException {
    Hello hello = Hello.member(JOB, WORKER, PSERVER, 2);
    ClientHandshake client = new ClientHandshake(hello, secret, RANDOM);
    ServerHandshake server = new ServerHandshake(gate, RANDOM);
    converse(client, server);
    assertThat(client.isAccepted()).isTrue();
    assertThat(server.isAccepted()).isTrue();
    assertThat(server.peer().from()).isEqualTo(WORKER);
    assertThat(server.peer().lane()).isEqualTo(2);
  }

  @Test
  void bytesBehindTheExchangeAreLeftAlone() {
    ServerHandshake server = new ServerHandshake(gate, RANDOM);
    ClientHandshake client =
        new ClientHandshake(Hello.member(JOB, WORKER, PSERVER, 0), secret, RANDOM);
    byte[] hello = client.takeOutput();
    ByteBuffer bytes = ByteBuffer.allocate(hello.length + 32 + 5).put(hello).rewind();
    server.feed(bytes);
    assertThat(server.isOver()).isTrue();
    assertThat(bytes.remaining()).isEqualTo(5);
  }

  @Test
  void anotherSecretIsRefusedByTheClientAlready() {
    assertThatThrownBy(
            () ->
                converse(
                    new ClientHandshake(
                        Hello.member(JOB, WORKER, PSERVER, 0), Secret.random(RANDOM), RANDOM),
                    new ServerHandshake(gate, RANDOM)))
        .isInstanceOf(HandshakeException.class)
        .hasMessageContaining("does not hold this job's secret");
  }

  @Test
  void aClientWithoutTheSecretIsRefusedByTheServer() {
    ServerHandshake server = new ServerHandshake(gate, RANDOM);
    server.feed(
        ByteBuffer.wrap(
            new ClientHandshake(Hello.member(JOB, WORKER, PSERVER, 0), secret, RANDOM)
                .takeOutput()));
    byte[] guess = new byte[32];
    RANDOM.nextBytes(guess);
    server.feed(ByteBuffer.wrap(guess));
    assertThat(server.isRefused()).isTrue();
    assertThat(server.takeOutput()).containsExactly(Handshake.NOT_ADMITTED);
  }

  @Test
  void aProofIsOfNoUseOnAnotherConnection() {
    byte[] hello =
        new ClientHandshake(Hello.member(JOB, WORKER, PSERVER, 0), secret, RANDOM).takeOutput();
    ServerHandshake first = new ServerHandshake(gate, RANDOM);
    first.feed(ByteBuffer.wrap(hello));
    byte[] challenge = first.takeOutput();
    byte[] nonce = Arrays.copyOfRange(challenge, 9, 9 + 32);
    byte[] proof = Handshake.clientProof(secret, hello, nonce);
    ServerHandshake second = new ServerHandshake(gate, RANDOM);
    second.feed(ByteBuffer.wrap(hello));
    second.feed(ByteBuffer.wrap(proof));
    assertThat(second.isRefused()).isTrue();
    first.feed(ByteBuffer.wrap(proof));
    assertThat(first.isAccepted()).isTrue();
  }

  @Test
  void anotherJobAnotherProcessAndAnotherIncarnationAreRefused() {
    refused(Hello.member(new JobId("application_1_0001", 2), WORKER, PSERVER, 0));
    refused(Hello.member(JOB, WORKER, new Party(Role.PSERVER, 2, new Incarnation(5)), 0));
    refused(Hello.member(JOB, WORKER, new Party(Role.PSERVER, 1, new Incarnation(6)), 0));
    refused(Hello.control(JOB.application(), new byte[0]));
  }

  @Test
  void aTokenIsShownAndItsPasswordProved() throws HandshakeException {
    Credential token = Credential.ofToken(new byte[] {1, 2, 3}, new byte[] {4});
    ClientHandshake client = command(token.token(), token.secret());
    ServerHandshake server = serverOfTokens();
    converse(client, server);
    assertThat(server.isAccepted()).isTrue();
    assertThat(server.peer().token()).containsExactly(1, 2, 3);
  }

  @Test
  void anotherTokenThanTheProvedOneIsRefused() {
    Secret secret = Secret.ofPassword(new byte[] {4});
    for (byte[] other : new byte[][] {{}, {1, 2}, {1, 2, 4}, new byte[Hello.TOKEN]}) {
      assertThatThrownBy(() -> converse(command(other, secret), serverOfTokens()))
          .isInstanceOf(HandshakeException.class);
    }
    assertThatThrownBy(() -> converse(command(new byte[] {1, 2, 3}, this.secret), serverOfTokens()))
        .isInstanceOf(HandshakeException.class);
  }

  @Test
  void aTokenTooLongIsRefusedBeforeItIsRead() {
    byte[] hello = command(new byte[Hello.TOKEN], secret).takeOutput();
    int length = Handshake.PREFIX + Hello.BODY;
    byte[] longer = Arrays.copyOf(hello, length);
    ByteBuffer.wrap(longer).putShort(length - Short.BYTES, (short) (Hello.TOKEN + 1));
    ServerHandshake server = serverOfTokens();
    server.feed(ByteBuffer.wrap(longer));
    assertThat(server.isRefused()).isTrue();

    ByteBuffer.wrap(longer).putShort(length - Short.BYTES, (short) 1);
    longer[Handshake.PREFIX] = (byte) Purpose.MEMBER.ordinal();
    ServerHandshake ofMembers = serverOfTokens();
    ofMembers.feed(ByteBuffer.wrap(longer));
    assertThat(ofMembers.isRefused()).as("members have none").isTrue();
  }

  private static ClientHandshake command(byte[] token, Secret secret) {
    return new ClientHandshake(Hello.control(JOB.application(), token), secret, RANDOM);
  }

  /** Whose cluster gave token 1, 2, 3 the password 4. */
  private static ServerHandshake serverOfTokens() {
    Gatekeeper gate =
        Gatekeeper.forControl(
            JOB.application(),
            token ->
                Arrays.equals(token, new byte[] {1, 2, 3})
                    ? Secret.ofPassword(new byte[] {4})
                    : null);
    return new ServerHandshake(gate, RANDOM);
  }

  @Test
  void anotherVersionIsRefusedAndBothAreNamed() {
    byte[] answer =
        ByteBuffer.allocate(9)
            .putInt(Handshake.MAGIC)
            .putInt(Handshake.VERSION + 41)
            .put(Handshake.OTHER_VERSION)
            .array();
    ClientHandshake client =
        new ClientHandshake(Hello.member(JOB, WORKER, PSERVER, 0), secret, RANDOM);
    assertThatThrownBy(() -> client.feed(ByteBuffer.wrap(answer)))
        .isInstanceOfSatisfying(
            HandshakeException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.VERSION_NOT_SUPPORTED))
        .hasMessageContaining("version 1,")
        .hasMessageContaining("version 42");

    ServerHandshake server = new ServerHandshake(gate, RANDOM);
    server.feed(ByteBuffer.wrap(answer));
    assertThat(server.isRefused()).isTrue();
    assertThat(server.refusal()).contains("version 42").contains("process 1");
    assertThat(ByteBuffer.wrap(server.takeOutput()).getInt(4)).isEqualTo(Handshake.VERSION);
  }

  @Test
  void randomBytesAreRefused() {
    Random random = new Random(6);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = new byte[200];
      random.nextBytes(bytes);
      if (round % 2 == 0) {
        ByteBuffer.wrap(bytes).putInt(Handshake.MAGIC).putInt(Handshake.VERSION);
      }
      ServerHandshake server = new ServerHandshake(gate, RANDOM);
      server.feed(ByteBuffer.wrap(bytes));
      assertThat(server.isRefused()).isTrue();
    }
  }

  @Test
  void aSecretDoesNotPrintItself() {
    assertThat(secret.toString()).isEqualTo("Secret(hidden)");
  }

  private void refused(Hello hello) {
    ServerHandshake server = new ServerHandshake(gate, RANDOM);
    ClientHandshake client = new ClientHandshake(hello, secret, RANDOM);
    assertThatThrownBy(() -> converse(client, server)).isInstanceOf(HandshakeException.class);
    assertThat(server.isRefused()).isTrue();
  }

  /** Byte by byte, so that every cut of the stream is met. */
  private static void converse(ClientHandshake client, ServerHandshake server)
      throws HandshakeException {
    for (int slot = 0; slot < 4; slot++) {
      byte[] up = client.takeOutput();
      for (int i = 0; up != null && i < up.length; i++) {
        server.feed(ByteBuffer.wrap(up, i, 1));
      }
      byte[] down = server.takeOutput();
      for (int i = 0; down != null && i < down.length; i++) {
        client.feed(ByteBuffer.wrap(down, i, 1));
      }
    }
  }
}
