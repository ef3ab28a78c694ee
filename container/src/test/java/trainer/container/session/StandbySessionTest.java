package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

/** Sessions with a master that has a standby, over real gRPC on the loopback address. */
final class StandbySessionTest {
  private static final JobId JOB = new JobId("local_1_0001", 1);
  private static final String BEAT = "Heartbeat 0";

  private final Secret secret = Secret.random(new SecureRandom());
  private final RecordingMaster master = new RecordingMaster();
  private final RecordingMaster standby = new RecordingMaster();
  private final RecordingMember member = new RecordingMember();
  private GrpcServer masterServer;
  private GrpcServer standbyServer;
  private MemberSession session;

  @BeforeEach
  void register() throws Exception {
    masterServer = serve(0, master, () -> Party.MASTER);
    session =
        MemberSession.start(
            new SessionTerms(
                new HostPort("localhost", masterServer.port()),
                null,
                new SessionTerms.Credentials(JOB, Role.WORKER, 2, secret),
                new SessionTerms.Times(
                    Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ofMinutes(1))),
            member);
    assertThat(master.next()).isEqualTo("Register 0");
    welcome(master, 1, 41);
  }

  @AfterEach
  void stop() {
    session.close();
    masterServer.close();
    if (standbyServer != null) {
      standbyServer.close();
    }
  }

  @Test
  void registersOnItsStreamToTheStandbyWhenTheMasterIsGone() throws Exception {
    watchStandby();
    masterServer.close();
    standby.link.send(new ToMember.Leads(new Term(2)));

    assertThat(standby.next()).isEqualTo("Register 41");
    welcome(standby, 2, 41);
    session.send(new FromPserver.LineAccepted(new Line(1), new Version(2), true));
    assertThat(standby.nextBut(BEAT)).startsWith("LineAccepted");
    assertThat(standby.connections()).isEqualTo(1);
  }

  @Test
  void leavesASilentMasterForAStandbyThatLeads() throws Exception {
    watchStandby();
    standby.link.send(new ToMember.Leads(new Term(2)));

    assertThat(standby.next()).isEqualTo("Register 41");
    assertThat(master.nextBut(BEAT)).isEqualTo("closed");
    assertThat(standby.connections()).isEqualTo(1);
  }

  @Test
  void staysWithItsMasterWhenAStandbyOfTheSameTermSaysThatItLeads() throws Exception {
    watchStandby();
    standby.link.send(new ToMember.Leads(new Term(1)));
    standby.link.send(new ToMember.Probe(new Term(1), 6)); // handled after it, in this order

    assertThat(master.nextBut(BEAT)).isEqualTo("Heartbeat 6");
    assertThat(standby.received()).isEmpty();
  }

  @Test
  void triesAStandbyAgainThatRefusesAtFirst() throws Exception {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Party another = new Party(Role.MASTER, 1, Incarnation.NONE);
    watchStandby(() -> isFirst.getAndSet(false) ? another : Party.MASTER);
    standby.link.send(new ToMember.Leads(new Term(2)));

    assertThat(standby.next()).isEqualTo("Register 41");
    assertThat(isFirst).isFalse();
  }

  @Test
  void opensABrokenStreamToTheStandbyAgain() throws Exception {
    watchStandby();
    standby.link.close();
    standby.awaitOpened();
    masterServer.close();
    standby.link.send(new ToMember.Leads(new Term(2)));

    assertThat(standby.nextBut("closed")).isEqualTo("Register 41");
    assertThat(standby.connections()).isEqualTo(2);
  }

  @Test
  void registersOnANewStreamIfItsIncarnationHasChanged() throws Exception {
    watchStandby();
    int port = masterServer.port();
    masterServer.close();
    masterServer = serve(port, master, () -> Party.MASTER);
    assertThat(master.nextBut(BEAT, "closed")).isEqualTo("Register 41");
    welcome(master, 1, 42);
    standby.link.send(new ToMember.Leads(new Term(2)));

    assertThat(standby.next()).isEqualTo("Register 42");
    assertThat(standby.connections()).isEqualTo(2);
  }

  private void watchStandby() throws Exception {
    watchStandby(() -> Party.MASTER);
  }

  private void watchStandby(Supplier<Party> self) throws Exception {
    standbyServer = serve(0, standby, self);
    master.link.send(new ToMember.StandbyNamed(new Term(1), "localhost", standbyServer.port()));
    standby.awaitOpened();
  }

  private void welcome(RecordingMaster by, long term, long incarnation)
      throws InterruptedException {
    by.link.send(
        new ToMember.Welcome(
            new Term(term),
            new Incarnation(incarnation),
            Line.NONE,
            Version.INITIAL,
            Line.NONE,
            null));
    assertThat(member.next()).startsWith("Welcome");
  }

  private GrpcServer serve(int port, RecordingMaster to, Supplier<Party> self) throws IOException {
    return GrpcServer.start(
        port, Gatekeeper.forMembers(JOB, secret, self), List.of(new MemberEndpoint(to).service()));
  }
}
