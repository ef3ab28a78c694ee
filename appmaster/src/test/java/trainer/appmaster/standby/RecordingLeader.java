package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
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
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;
import trainer.protocol.grpc.MemberStream;

/** A leader that keeps the news of an agent, over real gRPC on the loopback address. */
final class RecordingLeader implements MemberListener, AutoCloseable {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Secret SECRET = Secret.random(new SecureRandom());

  private final BlockingQueue<MemberLink> links = new LinkedBlockingQueue<>();
  private final BlockingQueue<ClusterMessages.News> news = new LinkedBlockingQueue<>();
  private final GrpcServer server;
  private MemberLink link;

  RecordingLeader() throws IOException {
    server =
        GrpcServer.start(
            0,
            Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER),
            List.of(new MemberEndpoint(this).service()));
  }

  /** Opens a stream of this companion, to which orders go from now on. */
  MemberStream open(Following.Companion companion) throws IOException, InterruptedException {
    Party from = new Party(Role.MASTER, 0, Incarnation.NONE);
    MemberStream stream =
        MemberStream.open(
            "localhost",
            server.port(),
            Hello.member(JOB, from, Party.MASTER, 0),
            SECRET,
            new OrderListener(companion));
    link = links.poll(60, TimeUnit.SECONDS);
    assertThat(link).as("the leader's end").isNotNull();
    return stream;
  }

  void send(ClusterMessages.Order order) {
    link.send(new ToMember.ClusterOrder(new Term(1), ClusterMessages.text(order)));
  }

  /** The next news; waits for them. */
  ClusterMessages.News next() throws InterruptedException {
    ClusterMessages.News next = news.poll(60, TimeUnit.SECONDS);
    assertThat(next).as("news of the agent").isNotNull();
    return next;
  }

  @Override
  public void opened(MemberLink opened) {
    links.add(opened);
  }

  @Override
  public void onMessages(MemberLink from, List<FromMember> messages) {
    messages.forEach(
        message -> news.add(ClusterMessages.news(((FromMember.ClusterNews) message).text())));
  }

  @Override
  public void closed(MemberLink closed, String why) {}

  @Override
  public void close() {
    server.close();
  }

  private record OrderListener(Following.Companion companion) implements MasterListener {
    @Override
    public void onMessage(ToMember message) {
      companion.onOrder((ToMember.ClusterOrder) message);
    }

    @Override
    public void broken(String why) {}
  }
}
