package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MasterListener;
import trainer.protocol.grpc.MemberEndpoint;
import trainer.protocol.grpc.MemberStream;

final class StandbyWatchTest {
  private static final JobId JOB = new JobId("local_1_0001", 1);
  private static final Secret SECRET = Secret.random(new SecureRandom());

  private final RecordingMaster first = new RecordingMaster();
  private final RecordingMaster second = new RecordingMaster();
  private final BlockingQueue<MemberStream> released = new LinkedBlockingQueue<>();
  private GrpcServer firstServer;
  private GrpcServer secondServer;
  private StandbyWatch watch = new StandbyWatch(StandbyWatchTest::open);

  @BeforeEach
  void serve() throws IOException {
    firstServer = serve(first);
    secondServer = serve(second);
  }

  @AfterEach
  void stop() {
    watch.close();
    firstServer.close();
    secondServer.close();
  }

  @Test
  void watchesOnlyTheStandbyNamedLast() throws Exception {
    watch.name(at(firstServer));
    first.awaitOpened();
    watch.name(at(secondServer));

    second.awaitOpened();
    assertThat(first.next()).isEqualTo("closed");
    watch.close();
    assertThat(second.next()).isEqualTo("closed");
    assertThat(List.of(first.connections(), second.connections())).containsExactly(1, 1);
  }

  @Test
  void leavesOpenAStreamThatIsReleasedBeforeItsOpeningHasReturned() throws Exception {
    watch =
        new StandbyWatch(
            (standby, broken) -> {
              MemberStream stream = open(standby, broken);
              watch.release(stream);
              released.add(stream);
              return stream;
            });
    watch.name(at(firstServer));
    MemberStream stream = released.poll(60, TimeUnit.SECONDS);
    watch.name(at(secondServer)); // the watch has returned from the first opening by its second
    second.awaitOpened();
    stream.send(new FromMember.Exiting(true));

    assertThat(first.next()).startsWith("Exiting");
    stream.close();
  }

  private static HostPort at(GrpcServer server) {
    return new HostPort("localhost", server.port());
  }

  private static GrpcServer serve(RecordingMaster to) throws IOException {
    return GrpcServer.start(
        0,
        Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER),
        List.of(new MemberEndpoint(to).service()));
  }

  private static MemberStream open(HostPort standby, Runnable broken) throws IOException {
    Hello hello = Hello.member(JOB, new Party(Role.WORKER, 0, Incarnation.NONE), Party.MASTER, 0);
    return MemberStream.open(
        standby.host(), standby.port(), hello, SECRET, new BreakListener(broken));
  }

  private record BreakListener(Runnable onBroken) implements MasterListener {
    @Override
    public void onMessage(ToMember message) {}

    @Override
    public void broken(String why) {
      onBroken.run();
    }
  }
}
