package trainer.appmaster.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.report.ViewBuilder;
import trainer.master.session.Event;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlAccess;
import trainer.protocol.grpc.ControlClient;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.ControlListener.Answer;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MasterListener;
import trainer.protocol.grpc.MemberEndpoint;
import trainer.protocol.grpc.MemberStream;

/** Sessions and commands over real gRPC on the loopback address. */
class MemberSessionsTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final JobId OTHER_JOB = new JobId(JOB.application(), 2);
  private static final Secret APPLICATION = Secret.random(new SecureRandom());
  private static final Secret SECRET = APPLICATION.ofJob(JOB);
  private static final Secret CONTROL = Secret.random(new SecureRandom());
  private static final String BROKEN = "broken";

  private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
  private final List<JobId> jobs = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private final LatestViews views = new LatestViews();
  private final Mailbox mailbox =
      (event, handled) -> {
        jobs.add(((Event.OfJob) event).job());
        events.add(((Event.OfJob) event).event());
        handled.run();
      };
  private final MemberSessions sessions = new MemberSessions(mailbox);
  private GrpcServer server;

  @BeforeEach
  void listen() throws IOException {
    sessions.admit(JOB);
    sessions.admit(OTHER_JOB);
    Gatekeeper gatekeeper =
        Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER)
            .or(Gatekeeper.forMembers(OTHER_JOB, APPLICATION.ofJob(OTHER_JOB), () -> Party.MASTER))
            .or(Gatekeeper.forControl(JOB.application(), CONTROL));
    Commands commands = new Commands(mailbox, views);
    server =
        GrpcServer.start(
            0,
            gatekeeper,
            List.of(
                new MemberEndpoint(sessions).service(),
                new ControlEndpoint(commands, ControlAccess.OWNERS, Runnable::run).service()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatAnAcceptedProcessSaysIsItsIncarnations() throws Exception {
    MemberStream stream = registered(Incarnation.NONE);
    JobEvent.Registering registering = (JobEvent.Registering) next();
    sessions.accept(JOB, new JobEffect.Accept(registering.connection(), new Incarnation(9)));
    ToMember welcome =
        new ToMember.Welcome(
            new Term(1), new Incarnation(9), Line.NONE, Version.INITIAL, Line.NONE, null);
    ToMember probe = new ToMember.Probe(new Term(1), 7);
    sessions.send(JOB, new JobEffect.Send(new Incarnation(9), welcome));
    sessions.send(JOB, new JobEffect.Send(new Incarnation(9), probe));
    stream.send(new FromMember.Heartbeat(0, 4, -1));
    assertThat(next()).isInstanceOf(JobEvent.Received.class); // so it would have been heard
    assertThat(heard).isEmpty();
    sessions.sendAll();

    assertThat(heard()).isEqualTo(welcome);
    assertThat(heard()).isEqualTo(probe);
    FromMember heartbeat = new FromMember.Heartbeat(0, 5, -1);
    FromMember exiting = new FromMember.Exiting(true);
    stream.send(List.of(heartbeat, exiting));
    assertThat(next())
        .isEqualTo(new JobEvent.Received(new Incarnation(9), List.of(heartbeat, exiting)));
    stream.close();
    assertThat(next())
        .isEqualTo(new JobEvent.Disconnected(registering.connection(), new Incarnation(9)));
  }

  @Test
  void theThreadsOfAMemberAreForTheOneWhoAsks() throws Exception {
    MemberStream stream = registered(Incarnation.NONE);
    JobEvent.Registering registering = (JobEvent.Registering) next();
    Incarnation member = new Incarnation(9);
    assertThat(sessions.threads(JOB, member)).isEmpty();
    sessions.accept(JOB, new JobEffect.Accept(registering.connection(), member));
    sessions.send(JOB, new JobEffect.Send(member, new ToMember.Probe(new Term(3), 7)));
    sessions.sendAll();
    assertThat(heard()).isInstanceOf(ToMember.Probe.class);
    CompletableFuture<String> threads = sessions.threads(JOB, member).orElseThrow();
    ToMember.ShowThreads request = (ToMember.ShowThreads) heard();
    assertThat(request.term()).isEqualTo(new Term(3));
    FromMember heartbeat = new FromMember.Heartbeat(0, 5, -1);
    stream.send(List.of(new FromMember.Threads(request.number(), "main"), heartbeat));
    assertThat(threads.get(20, TimeUnit.SECONDS)).isEqualTo("main");
    assertThat(next()).isEqualTo(new JobEvent.Received(member, List.of(heartbeat)));
  }

  @Test
  void whatIsSaidBeforeAStreamIsClosedIsHeardBeforeItsEnd() throws Exception {
    registered(Incarnation.NONE);
    JobEvent.Registering registering = (JobEvent.Registering) next();
    sessions.accept(JOB, new JobEffect.Accept(registering.connection(), new Incarnation(9)));
    ToMember leave = new ToMember.Leave(new Term(1), "not needed");
    sessions.send(JOB, new JobEffect.Send(new Incarnation(9), leave));
    sessions.close(JOB, new JobEffect.Close(new Incarnation(9)));

    assertThat(heard()).isEqualTo(leave);
    assertThat(heard()).isEqualTo(BROKEN);
  }

  @Test
  void aRefusedProcessIsToldWhyAndItsStreamEnds() throws Exception {
    MemberStream stream = registered(Incarnation.NONE);
    JobEvent.Registering registering = (JobEvent.Registering) next();
    sessions.refuse(new JobEffect.Refuse(registering.connection(), new Term(3), "not wanted"));

    assertThat(heard()).isEqualTo(new ToMember.Refused(new Term(3), "not wanted"));
    assertThat(heard()).isEqualTo(BROKEN);
    stream.close();
    assertThat(events).isEmpty();
  }

  @Test
  void theEndOfAnOldStreamMeansNothingOnceTheMemberIsBackOnANewOne() throws Exception {
    registered(Incarnation.NONE);
    sessions.accept(
        JOB,
        new JobEffect.Accept(((JobEvent.Registering) next()).connection(), new Incarnation(9)));
    MemberStream second = registered(new Incarnation(9));
    sessions.accept(
        JOB,
        new JobEffect.Accept(((JobEvent.Registering) next()).connection(), new Incarnation(9)));

    assertThat(heard()).isEqualTo(BROKEN);
    FromMember heartbeat = new FromMember.Heartbeat(0, 6, -1);
    second.send(heartbeat);
    assertThat(next()).isEqualTo(new JobEvent.Received(new Incarnation(9), heartbeat));
  }

  @Test
  void acceptingAProcessThatIsGoneTellsOfItsEnd() throws Exception {
    MemberStream stream = registered(Incarnation.NONE);
    long connection = ((JobEvent.Registering) next()).connection();
    stream.close();
    sessions.accept(JOB, new JobEffect.Accept(connection, new Incarnation(4)));

    assertThat(next()).isEqualTo(new JobEvent.Disconnected(connection, new Incarnation(4)));
  }

  @Test
  void closingAMemberEndsItsStreamWithoutAnEvent() throws Exception {
    registered(Incarnation.NONE);
    sessions.accept(
        JOB,
        new JobEffect.Accept(((JobEvent.Registering) next()).connection(), new Incarnation(2)));
    sessions.close(JOB, new JobEffect.Close(new Incarnation(2)));

    assertThat(heard()).isEqualTo(BROKEN);
    assertThat(events).isEmpty();
  }

  @Test
  void aProcessWithAnotherSecretGetsNoWordIn() {
    assertThatThrownBy(() -> open(JOB, Secret.random(new SecureRandom()), Incarnation.NONE))
        .isInstanceOf(IOException.class);
    assertThat(events).isEmpty();
  }

  @Test
  void aProcessOfOneJobCannotSpeakForAnother() throws Exception {
    assertThatThrownBy(() -> open(OTHER_JOB, SECRET, Incarnation.NONE))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> open(OTHER_JOB, APPLICATION, Incarnation.NONE))
        .isInstanceOf(IOException.class);
    assertThat(events).isEmpty();

    FromMember.Register register = register(new Incarnation(9));
    open(OTHER_JOB, APPLICATION.ofJob(OTHER_JOB), new Incarnation(9)).send(register);
    assertThat(next()).isInstanceOf(JobEvent.Registering.class);
    assertThat(jobs).containsExactly(OTHER_JOB);
  }

  @Test
  void statusIsTheNewestViewAndKillGoesToTheCore() throws Exception {
    views.show(new ViewBuilder().state(JobState.RUNNING, null).build());
    try (ControlClient client =
        ControlClient.open(
            "localhost",
            server.port(),
            JOB.application(),
            Credential.ofControlSecret(CONTROL),
            Duration.ofSeconds(10))) {
      assertThat(client.status("").state()).isEqualTo("RUNNING");
      assertThat(
              new ObjectMapper()
                  .readTree(client.status(JOB.toString()).report())
                  .get("state")
                  .textValue())
          .isEqualTo("RUNNING");
      assertThat(client.stop("", "alice", "").accepted()).isTrue();
      assertThat(next()).isEqualTo(new JobEvent.StopAsked("alice"));
      Answer answer = client.kill("", "alice", "enough");

      assertThat(answer.accepted()).isTrue();
      assertThat(next()).isEqualTo(new JobEvent.KillAsked("alice (enough)"));
      views.show(new ViewBuilder().state(JobState.KILLED, null).build());
      assertThat(client.kill("", "alice", "").accepted()).isFalse();
      views.show(new ViewBuilder().state(JobState.SCHEDULED, null).build());
      assertThat(client.stop("", "alice", "").message()).contains("SCHEDULED", "kill ends it");
    }
  }

  private MemberStream registered(Incarnation incarnation) throws IOException {
    MemberStream stream = open(JOB, SECRET, incarnation);
    stream.send(register(incarnation));
    return stream;
  }

  private static FromMember.Register register(Incarnation incarnation) {
    return new FromMember.Register(
        new FromMember.Identity(Role.WORKER, 0, "container_1", 77),
        new FromMember.Address("localhost"),
        "digest",
        incarnation);
  }

  private MemberStream open(JobId job, Secret secret, Incarnation incarnation) throws IOException {
    Hello hello = Hello.member(job, new Party(Role.WORKER, 0, incarnation), Party.MASTER, 0);
    return MemberStream.open("localhost", server.port(), hello, secret, new Listener());
  }

  private JobEvent next() throws InterruptedException {
    JobEvent event = events.poll(60, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return event;
  }

  private Object heard() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  private final class Listener implements MasterListener {
    @Override
    public void onMessage(ToMember message) {
      heard.add(message);
    }

    @Override
    public void broken(String why) {
      heard.add(BROKEN);
    }
  }
}
