package trainer.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.HandshakeFrame;
import trainer.protocol.proto.StatusRequest;
import trainer.protocol.proto.ToMemberProto;

final class GrpcServerTest {
  static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Party WORKER = new Party(Role.WORKER, 3, Incarnation.NONE);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Secret secret = Secret.random(new SecureRandom());
  private final Secret control = Secret.random(new SecureRandom());
  private final RecordingMaster master = new RecordingMaster();
  private GrpcServer server;

  @BeforeEach
  void start() throws IOException {
    Gatekeeper gate =
        Gatekeeper.forMembers(JOB, secret, () -> Party.MASTER)
            .or(Gatekeeper.forControl(JOB.application(), control))
            .or(Gatekeeper.forControl(JOB.application(), GrpcServerTest::secretOfToken));
    server =
        GrpcServer.start(
            0,
            gate,
            List.of(
                new MemberEndpoint(master).service(),
                new ControlEndpoint(master, new UsersByToken(), Runnable::run).service()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aMemberAndItsMasterTalk() throws Exception {
    RecordingMember member = new RecordingMember();
    try (MemberStream stream = open(member)) {
      stream.send(register(3));
      assertThat(master.next()).isEqualTo("opened worker-3");
      assertThat(master.next()).startsWith("said Register");
      master.link.send(new ToMember.Probe(new Term(1), 2));
      assertThat(member.next()).isEqualTo("said Probe[term=1, number=2]");
      stream.complete(PATIENCE);
      assertThat(master.next()).isEqualTo("closed it ended the stream");
    }
  }

  @Test
  void aBrokenConnectionIsNoticedAtOnceOnEitherSide() throws Exception {
    MemberStream stream = open(new RecordingMember());
    assertThat(master.next()).startsWith("opened");
    stream.close();
    assertThat(master.next()).startsWith("closed");

    RecordingMember second = new RecordingMember();
    MemberStream other = open(second);
    server.close();
    assertThat(second.next()).startsWith("broken");
    other.send(register(3));
    other.close();
  }

  @Test
  void aMemberMayNotRegisterAsAnother() throws Exception {
    RecordingMember member = new RecordingMember();
    try (MemberStream stream = open(member)) {
      stream.send(register(4));
      assertThat(member.next()).contains("PERMISSION_DENIED");
      assertThat(master.next()).startsWith("opened");
      assertThat(master.next()).startsWith("closed");
    }
  }

  @Test
  void aMemberThatTakesNothingIsParted() throws Exception {
    ToMember large = new ToMember.Refused(new Term(1), "x".repeat(1 << 20));
    Hello hello = Hello.member(JOB, WORKER, Party.MASTER, 0);
    try (AuthenticatedChannel connection =
        AuthenticatedChannel.open("localhost", server.port(), hello, secret, PATIENCE)) {
      ClientCalls.asyncBidiStreamingCall(
          connection.channel().newCall(Methods.SESSION, CallOptions.DEFAULT), new Deaf());
      assertThat(master.next()).startsWith("opened");
      int sent = 0;
      while (master.heard.isEmpty() && sent < 200) {
        master.link.send(large);
        sent++;
      }
      assertThat(master.next()).isEqualTo("closed it does not take what it is told");
      assertThat(sent).as("megabytes").isBetween(Limits.BACKLOG >> 20, (Limits.BACKLOG >> 20) + 4);
    }
  }

  /** Asks for no message. */
  private static final class Deaf
      implements ClientResponseObserver<FromMemberProto, ToMemberProto> {
    @Override
    public void beforeStart(ClientCallStreamObserver<FromMemberProto> requests) {
      requests.disableAutoRequestWithInitial(0);
    }

    @Override
    public void onNext(ToMemberProto message) {}

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onCompleted() {}
  }

  @Test
  void commandsAreAnswered() throws Exception {
    try (ControlClient client = control(Credential.ofControlSecret(control))) {
      assertThat(client.status("").state()).isEqualTo("RUNNING");
      assertThat(client.kill("", "alice", "enough").message()).isEqualTo("alice: enough");
      assertThat(client.stop("", "alice", "good").message()).isEqualTo("stop alice: good");
      assertThat(client.scale("", "alice", Role.PSERVER, 4).message())
          .isEqualTo("alice: 4 pservers");
      assertThat(client.submit("a.2", "d")).isEqualTo(new ControlListener.Answer(true, "a.2 of d"));
      assertThatThrownBy(() -> client.status("other")).isInstanceOf(FailureException.class);
    }
  }

  @Test
  void aTokensUserMayWhatTheClusterSays() throws Exception {
    try (ControlClient owner = control(tokenOf("alice"))) {
      assertThat(owner.status("").state()).isEqualTo("RUNNING");
      assertThat(owner.kill("", "mallory", "x").message())
          .as("who proved it")
          .isEqualTo("alice: x");
    }
    try (ControlClient viewer = control(tokenOf("bob"))) {
      assertThat(viewer.status("").state()).isEqualTo("RUNNING");
      denied("bob may not command this job", () -> viewer.kill("", "alice", "x"));
      denied("bob may not command this job", () -> viewer.stop("", "alice", "x"));
      denied("bob may not command this job", () -> viewer.scale("", "alice", Role.PSERVER, 2));
      denied("bob may not command this job", () -> viewer.submit("a.2", "d"));
    }
    try (ControlClient stranger = control(tokenOf("eve"))) {
      denied("eve may not see this job", () -> stranger.status(""));
      denied("eve may not command this job", () -> stranger.kill("", "alice", "x"));
    }
  }

  private static void denied(String what, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.ACCESS_DENIED))
        .hasMessageContaining(what);
  }

  @Test
  void anotherSecretAndAnotherJobAreRefused() {
    assertThatThrownBy(() -> control(Credential.ofControlSecret(secret)))
        .isInstanceOf(HandshakeException.class);
    Hello otherJob = Hello.member(new JobId("application_1_0002", 1), WORKER, Party.MASTER, 0);
    assertThatThrownBy(
            () ->
                MemberStream.open(
                    "localhost", server.port(), otherJob, secret, PATIENCE, new RecordingMember()))
        .isInstanceOf(HandshakeException.class);
    assertThat(master.heard).isEmpty();
  }

  @Test
  void nobodyListeningIsAnIOException() {
    int port = server.port();
    server.close();
    assertThatThrownBy(
            () ->
                ControlClient.open(
                    "localhost", port, "a", Credential.ofControlSecret(control), PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Connection refused");
  }

  @Test
  void aCallBeforeTheHandshakeIsRefusedAndItsConnectionClosed() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", server.port()).usePlaintext().build();
    try {
      assertThatThrownBy(
              () ->
                  ClientCalls.blockingUnaryCall(
                      channel,
                      Methods.STATUS,
                      CallOptions.DEFAULT,
                      StatusRequest.getDefaultInstance()))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED));
      assertThat(master.heard).isEmpty();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void aMemberConnectionMayNotGiveCommands() throws Exception {
    Hello hello = Hello.member(JOB, WORKER, Party.MASTER, 0);
    try (AuthenticatedChannel connection =
        AuthenticatedChannel.open("localhost", server.port(), hello, secret, PATIENCE)) {
      assertThatThrownBy(
              () ->
                  ClientCalls.blockingUnaryCall(
                      connection.channel(),
                      Methods.STATUS,
                      CallOptions.DEFAULT,
                      StatusRequest.getDefaultInstance()))
          .hasMessageContaining("UNAUTHENTICATED");
    }
  }

  @Test
  void aLengthOfTwoGigabytesEndsTheCallUnread() throws Exception {
    Hello hello = Hello.member(JOB, WORKER, Party.MASTER, 0);
    try (AuthenticatedChannel connection =
        AuthenticatedChannel.open("localhost", server.port(), hello, secret, PATIENCE)) {
      BlockingQueue<String> ended = new LinkedBlockingQueue<>();
      var call = connection.channel().newCall(HugeLength.SESSION, CallOptions.DEFAULT);
      var requests =
          ClientCalls.asyncBidiStreamingCall(call, new EndRecorder<HandshakeFrame>(ended::add));
      requests.onNext(HandshakeFrame.getDefaultInstance());
      assertThat(ended.poll(60, TimeUnit.SECONDS)).contains("RESOURCE_EXHAUSTED");
    }
  }

  @Test
  void aStrangerWhoSendsMuchIsCutOff() throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(120_000);
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(
              () -> {
                byte[] settings = new byte[9 + 6 * 100];
                settings[1] = 2;
                settings[2] = 88;
                settings[3] = 4;
                for (int i = 0; i < 100_000; i++) {
                  out.write(settings);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aStrangerWhoSaysNothingIsCutOff() throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(120_000);
      InputStream in = socket.getInputStream();
      int read = 0;
      while (read >= 0) {
        read = in.read();
      }
      assertThat(read).isEqualTo(-1);
    }
  }

  private MemberStream open(RecordingMember member) throws IOException {
    return MemberStream.open(
        "localhost",
        server.port(),
        Hello.member(JOB, WORKER, Party.MASTER, 0),
        secret,
        PATIENCE,
        member);
  }

  private static Credential tokenOf(String user) {
    byte[] identifier = user.getBytes(StandardCharsets.UTF_8);
    return Credential.ofToken(identifier, passwordOf(identifier));
  }

  private static Secret secretOfToken(byte[] identifier) {
    return Secret.ofPassword(passwordOf(identifier));
  }

  private static byte[] passwordOf(byte[] identifier) {
    return new byte[] {identifier[0], 42};
  }

  private ControlClient control(Credential with) throws IOException {
    return ControlClient.open("localhost", server.port(), JOB.application(), with, PATIENCE);
  }

  private static FromMember register(int index) {
    return new FromMember.Register(
        new FromMember.Identity(Role.WORKER, index, "c", 1),
        new FromMember.Address("h"),
        "d",
        Incarnation.NONE);
  }

  private record EndRecorder<T>(Consumer<String> ended) implements io.grpc.stub.StreamObserver<T> {
    @Override
    public void onNext(T value) {}

    @Override
    public void onError(Throwable cause) {
      ended.accept(String.valueOf(cause));
    }

    @Override
    public void onCompleted() {
      ended.accept("completed");
    }
  }
}
