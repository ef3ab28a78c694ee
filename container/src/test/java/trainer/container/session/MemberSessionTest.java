package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;

final class MemberSessionTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  private static final Duration MAY_BE_FOLLOWED = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private final Secret secret = Secret.random(new SecureRandom());
  private final RecordingMaster master = new RecordingMaster();
  private final RecordingMember member = new RecordingMember();
  private GrpcServer server;
  private MemberSession session;

  @BeforeEach
  void serve() throws IOException {
    serve(0);
  }

  @AfterEach
  void stop() {
    session.close();
    server.close();
  }

  @Test
  void registersAndBeatsAndAnswersProbes() throws Exception {
    start(Duration.ofSeconds(8));
    assertThat(master.next()).isEqualTo("Register 0");
    master.link.send(
        new ToMember.Welcome(
            new Term(1), new Incarnation(41), Line.NONE, Version.INITIAL, Line.NONE, null));
    assertThat(member.next()).startsWith("Welcome");
    assertThat(master.next()).isEqualTo("Heartbeat 0");
    master.link.send(new ToMember.Probe(new Term(1), 6));
    assertThat(master.nextBut("Heartbeat 0")).isEqualTo("Heartbeat 6");
    session.send(new FromPserver.LineAccepted(new Line(1), new Version(2), true));
    assertThat(master.nextBut("Heartbeat 0")).startsWith("LineAccepted");
    session.exit(true, Duration.ofMinutes(1));
    assertThat(master.nextBut("Heartbeat 0")).isEqualTo("Exiting[logsComplete=true]");
    assertThat(master.nextBut("Heartbeat 0")).isEqualTo("closed");
  }

  @Test
  void showsTheStacksOfItsThreads() throws Exception {
    start(Duration.ofSeconds(8));
    welcomed();
    master.link.send(new ToMember.ShowThreads(new Term(1), 9));
    assertThat(master.nextBut("Heartbeat 0"))
        .startsWith("Threads[number=9")
        .contains("\"session\" RUNNABLE", MemberSession.class.getName() + ".run(");
    master.link.send(new ToMember.ShowThreads(new Term(1), 10));
    assertThat(master.nextBut("Heartbeat 0")).startsWith("Threads[number=10");
  }

  @Test
  void comesBackWithItsIncarnationWhenTheStreamBreaks() throws Exception {
    start(Duration.ofSeconds(8));
    assertThat(master.next()).isEqualTo("Register 0");
    master.link.send(
        new ToMember.Welcome(
            new Term(1), new Incarnation(41), Line.NONE, Version.INITIAL, Line.NONE, null));
    assertThat(member.next()).startsWith("Welcome");
    int port = server.port();
    server.close();
    serve(port);
    assertThat(master.nextBut("Heartbeat 0", "closed")).isEqualTo("Register 41");
  }

  @Test
  void isLostWhenNoMasterIsFound() throws Exception {
    start(Duration.ofSeconds(4));
    assertThat(master.next()).isEqualTo("Register 0");
    server.close();
    assertThat(member.next()).contains("lost MASTER_LOST").contains("Connection refused");
  }

  @Test
  void aMasterThatListensIsTriedAgainThoughItsHandshakeTakesTooLong() throws Exception {
    start(Duration.ofSeconds(8)); // what it needs is loaded, which may take longer than patience
    assertThat(master.next()).isEqualTo("Register 0");
    session.close();
    server.close();
    AtomicBoolean first = new AtomicBoolean(true);
    serve(0, () -> first.getAndSet(false) ? starved() : Party.MASTER);
    start(Duration.ofSeconds(2));
    assertThat(master.nextBut("closed")).isEqualTo("Register 0");
    master.link.send(
        new ToMember.Welcome(
            new Term(1), new Incarnation(41), Line.NONE, Version.INITIAL, Line.NONE, null));
    assertThat(member.next()).startsWith("Welcome");
  }

  @Test
  void isLostWhenTheMasterListensAndNeverAnswers() throws Exception {
    server.close();
    try (ServerSocket mute = new ServerSocket(0)) {
      long before = System.nanoTime();
      start(mute.getLocalPort(), Duration.ofMillis(200));
      assertThat(member.next()).contains("lost MASTER_LOST").contains("no handshake");
      assertThat(Duration.ofNanos(System.nanoTime() - before).toMillis()).isBetween(800L, 100_000L);
    }
  }

  @Test
  void isLostWhenTheMasterRefuses() throws Exception {
    start(Duration.ofSeconds(8));
    assertThat(master.next()).isEqualTo("Register 0");
    master.link.send(new ToMember.Refused(new Term(1), "of old"));
    assertThat(member.next()).contains("lost").contains("of old");
  }

  @Test
  void findsTheMasterThatFollowsSomewhereElse() throws Exception {
    start(Duration.ofMinutes(1));
    welcomed();
    server.close();
    serve(0);
    addresses().write(new MasterAddress(new HostPort("localhost", server.port()), "", new Term(2)));
    assertThat(master.nextBut("Heartbeat 0", "closed")).isEqualTo("Register 41");
  }

  @Test
  void leavesAMasterThatFellSilentForTheOneThatFollows() throws Exception {
    start(Duration.ofMinutes(1));
    welcomed();
    try (GrpcServer second = server) {
      serve(0);
      addresses()
          .write(new MasterAddress(new HostPort("localhost", server.port()), "", new Term(2)));
      assertThat(master.nextBut("Heartbeat 0", "closed")).isEqualTo("Register 41");
      assertThat(second.port()).isNotEqualTo(server.port());
    }
  }

  @Test
  void isNotRefusedByAMasterOfALowerTerm() throws Exception {
    start(Duration.ofMinutes(1));
    assertThat(master.next()).isEqualTo("Register 0");
    master.link.send(
        new ToMember.Welcome(
            new Term(2), new Incarnation(41), Line.NONE, Version.INITIAL, Line.NONE, null));
    assertThat(member.next()).startsWith("Welcome");
    master.link.send(new ToMember.Refused(new Term(1), "incarnation 41 is dead"));
    assertThat(master.nextBut("Heartbeat 0", "closed")).isEqualTo("Register 41");
    assertThat(member.received).isEmpty();
  }

  private void welcomed() throws InterruptedException {
    assertThat(master.next()).isEqualTo("Register 0");
    master.link.send(
        new ToMember.Welcome(
            new Term(1), new Incarnation(41), Line.NONE, Version.INITIAL, Line.NONE, null));
    assertThat(member.next()).startsWith("Welcome");
  }

  private AddressFile addresses() {
    return new AddressFile(
        folder.resolve("master.address").toUri().toString(), new Configuration());
  }

  /** What a master does whose machine has no time for it: nothing, for longer than the patience. */
  private static Party starved() {
    try {
      new CountDownLatch(1).await(3, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Party.MASTER;
  }

  private void serve(int port) throws IOException {
    serve(port, () -> Party.MASTER);
  }

  private void serve(int port, Supplier<Party> self) throws IOException {
    Gatekeeper gate = Gatekeeper.forMembers(JOB, secret, self);
    server = GrpcServer.start(port, gate, List.of(new MemberEndpoint(master).service()));
  }

  private void start(Duration patience) {
    start(server.port(), patience);
  }

  private void start(int port, Duration patience) {
    session =
        MemberSession.start(
            new SessionTerms(
                new HostPort("localhost", port),
                patience.compareTo(MAY_BE_FOLLOWED) < 0 ? null : addresses(),
                new SessionTerms.Credentials(JOB, Role.WORKER, 2, secret),
                new SessionTerms.Times(Duration.ofMillis(100), Duration.ofMillis(500), patience)),
            member);
  }
}
