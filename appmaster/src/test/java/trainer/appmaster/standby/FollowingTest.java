package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.serve.MemberSessions;
import trainer.appmaster.standby.Following.Companion;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.remote.FleetWishes;
import trainer.master.session.Event;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;
import trainer.protocol.grpc.MemberStream;

/** A standby and its leader, over real gRPC on the loopback address. */
class FollowingTest {
  private static final JobId JOB = new JobId("local_1_0001", 1);
  private static final Secret SECRET = Secret.random(new SecureRandom());
  private static final String CONTAINER = "container_1_0001_02_000001";
  private static final String LEADERS = "container_1_0001_01_000001";
  private static final Duration NEVER = Duration.ofMinutes(10);

  @TempDir Path folder;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final BlockingQueue<MemberLink> links = new LinkedBlockingQueue<>();
  private final MemberSessions members = new MemberSessions((event, handled) -> events.add(event));
  private final CountDownLatch superseded = new CountDownLatch(1);
  private final Followers followers =
      new Followers(LEADERS, members, (event, handled) -> events.add(event), superseded::countDown);
  private GrpcServer leader;

  @BeforeEach
  void listen() throws IOException {
    leader =
        GrpcServer.start(
            0,
            Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER),
            List.of(new MemberEndpoint(new KeptLinks(followers, links)).service()));
  }

  @AfterEach
  void stop() {
    followers.close();
    leader.close();
  }

  @Test
  void leadsSoonAfterTheLeaderHasClosedItsPort() throws Exception {
    followers.lead(new Term(1), () -> true);
    Following far = following(Role.STANDBY, "127.0.0.1", leader.port(), NEVER, Companion.NONE);
    var lost = CompletableFuture.supplyAsync(() -> await(far));
    awaitFollower();
    leader.close();

    assertThat(lost.get(60, TimeUnit.SECONDS).map(Following.Lost::silentHost))
        .as("its host is on")
        .contains("");
    assertThat(followers.isAny()).isFalse();
  }

  @Test
  void leadsOnceTheLeaderHasBeenSilentForTooLong() throws Exception {
    CompletableFuture<Boolean> isToLead = follow(leader.port(), Duration.ofSeconds(1));
    awaitFollower();
    assertThatThrownBy(() -> isToLead.get(2, TimeUnit.SECONDS))
        .as("the leader sends")
        .isInstanceOf(TimeoutException.class);
    followers.close();

    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void namesTheHostOfALeaderThatFellSilentElsewhere() throws Exception {
    Duration silence = Duration.ofSeconds(1);
    followers.lead(new Term(1), () -> true);
    Following far = following(Role.STANDBY, "127.0.0.1", leader.port(), silence, Companion.NONE);
    Following near = following(Role.STANDBY, "localhost", leader.port(), silence, Companion.NONE);
    var ofFar = CompletableFuture.supplyAsync(() -> await(far));
    var ofNear = CompletableFuture.supplyAsync(() -> await(near));
    awaitFollower();
    awaitFollower();
    followers.close();

    assertThat(ofFar.get(60, TimeUnit.SECONDS).map(Following.Lost::silentHost))
        .contains("127.0.0.1");
    assertThat(ofNear.get(60, TimeUnit.SECONDS).map(Following.Lost::silentHost)).contains("");
  }

  @Test
  void endsWhenTheLeaderDismissesIt() throws Exception {
    CompletableFuture<Boolean> isToLead = follow(leader.port(), NEVER);
    awaitFollower();
    assertThat(followers.isAny()).isTrue();
    followers.dismiss("the application is over");
    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void followsAgainAfterABreakWhileTheLeaderListens() throws Exception {
    CompletableFuture<Boolean> isToLead = follow(leader.port(), NEVER);
    awaitFollower();
    links.take().close();
    assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo(new Event.Unfollowed(CONTAINER));
    awaitFollower();
    followers.dismiss("the application is over");
    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void followsAnotherLeaderIfItsFirstOneWasGoneBefore() throws Exception {
    publish(leader.port());
    CompletableFuture<Boolean> isToLead = follow(freePort(), NEVER);
    awaitFollower();
    followers.dismiss("the application is over");

    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void followsALaterLeaderThatIsRecordedWhenItsFirstOneIsGone() throws Exception {
    Followers later =
        new Followers(LEADERS, members, (event, handled) -> events.add(event), () -> {});
    try (later;
        GrpcServer second =
            GrpcServer.start(
                0,
                Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER),
                List.of(new MemberEndpoint(later).service()))) {
      later.lead(new Term(2), () -> true);
      CompletableFuture<Boolean> isToLead = follow(leader.port(), NEVER);
      awaitFollower();
      addresses()
          .write(new MasterAddress(new HostPort("localhost", second.port()), "", new Term(2)));
      leader.close();
      awaitFollower();
      later.dismiss("the application is over");

      assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void leadsIfItsFirstLeaderIsGoneAndNoOtherHasPublishedItsAddress() throws Exception {
    int gone = freePort();
    publish(gone);
    assertThat(follow(gone, NEVER).get(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void followsNoOtherAfterALeaderThatItHasFollowed() throws Exception {
    try (ServerSocket other = new ServerSocket(0)) {
      publish(other.getLocalPort());
      followers.lead(new Term(1), () -> true);
      CountDownLatch isLed = new CountDownLatch(1);
      CompletableFuture<Boolean> isToLead =
          follow(Role.STANDBY, leader.port(), NEVER, new CountingCompanion(isLed));
      assertThat(isLed.await(60, TimeUnit.SECONDS)).isTrue();
      leader.close();

      assertThat(isToLead.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void isAcceptedOnceItsMasterLeads() throws Exception {
    CompletableFuture<Boolean> isToLead = follow(leader.port(), NEVER, false);
    while (!followers.isAny()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(events).isEmpty();
    followers.lead(new Term(1), () -> true);
    awaitFollower();
    followers.dismiss("the application is over");
    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void theMasterThatTheClusterStartedSupersedesALeaderThatReachesTheClusterItself()
      throws Exception {
    followers.lead(new Term(1), () -> true);
    CompletableFuture<Boolean> isToLead = follow(Role.MASTER, leader.port(), NEVER, Companion.NONE);

    assertThat(superseded.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(events).isEmpty();
    followers.dismiss("the application is over");
    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void anAttemptThatTheClusterHasReplacedIsDismissed() throws Exception {
    try (Followers later =
            new Followers(
                "container_1_0001_03_000001",
                members,
                (event, handled) -> {},
                superseded::countDown);
        GrpcServer third =
            GrpcServer.start(
                0,
                Gatekeeper.forMembers(JOB, SECRET, () -> Party.MASTER),
                List.of(new MemberEndpoint(later).service()))) {
      later.lead(new Term(3), () -> true);

      CompletableFuture<Boolean> isToLead =
          follow(Role.MASTER, third.port(), NEVER, Companion.NONE);
      assertThat(isToLead.get(60, TimeUnit.SECONDS)).isFalse();
      assertThat(superseded.getCount()).isEqualTo(1);
    }
  }

  @Test
  void theMasterThatTheClusterStartedFollowsALeaderThatReachesTheClusterThroughIt()
      throws Exception {
    RemoteCluster cluster =
        new RemoteCluster(new Term(1), (event, handled) -> events.add(event), () -> 0f);
    FleetAction.Ask ask = new FleetAction.Ask(1, Role.WORKER, 1024, 1, 2, List.of());
    cluster.on(ask);
    followers.speakThrough(cluster);
    followers.lead(new Term(1), () -> true);
    JoiningCompanion companion = new JoiningCompanion(new LinkedBlockingQueue<>());
    CompletableFuture<Boolean> isToLead = follow(Role.MASTER, leader.port(), NEVER, companion);

    awaitFollower();
    assertThat(companion.nextOrder())
        .isEqualTo(
            new ClusterMessages.Wanted(
                new FleetWishes.Open(List.of(ask), List.of(), Set.of(), Set.of())));
    assertThat(companion.nextOrder()).isEqualTo(new ClusterMessages.Progress(0, 1));
    assertThat(companion.nextOrder()).isEqualTo(new ClusterMessages.Progress(0, 2));
    assertThat(cluster.isHeardWithin(NEVER)).isTrue();
    assertThat(superseded.getCount()).as("not superseded").isEqualTo(1);

    leader.close();
    assertThat(isToLead.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(cluster.isHeardWithin(NEVER)).as("after the stream").isFalse();
  }

  /** Counts the streams on which the leader answers. */
  private record CountingCompanion(CountDownLatch led) implements Companion {
    @Override
    public void onLed(HostPort leader, MemberStream stream) {
      led.countDown();
    }

    @Override
    public void onOrder(ToMember.ClusterOrder order) {}

    @Override
    public void onBroken() {}
  }

  /** Joins on each stream, and keeps the orders. */
  private record JoiningCompanion(BlockingQueue<ToMember.ClusterOrder> orders)
      implements Companion {
    @Override
    public void onLed(HostPort leader, MemberStream stream) {
      send(stream, new ClusterMessages.Joined());
      send(stream, new ClusterMessages.Heard(1));
    }

    private static void send(MemberStream stream, ClusterMessages.News news) {
      stream.send(new FromMember.ClusterNews(ClusterMessages.text(news)));
    }

    @Override
    public void onOrder(ToMember.ClusterOrder order) {
      orders.add(order);
    }

    @Override
    public void onBroken() {}

    ClusterMessages.Order nextOrder() throws InterruptedException {
      ToMember.ClusterOrder order = orders.poll(60, TimeUnit.SECONDS);
      assertThat(order).as("an order").isNotNull();
      return ClusterMessages.order(order.text());
    }
  }

  /** Waits for the leader to accept the standby once more. */
  private void awaitFollower() throws InterruptedException {
    Event next = events.poll(60, TimeUnit.SECONDS);
    assertThat(next instanceof Event.Unfollowed ? events.poll(60, TimeUnit.SECONDS) : next)
        .isEqualTo(new Event.Followed(CONTAINER));
  }

  private void publish(int port) throws IOException {
    addresses().write(new MasterAddress(new HostPort("localhost", port), "", new Term(1)));
  }

  private AddressFile addresses() {
    return new AddressFile(
        folder.resolve("master.address").toUri().toString(), new Configuration());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private CompletableFuture<Boolean> follow(int port, Duration silence) {
    return follow(port, silence, true);
  }

  private CompletableFuture<Boolean> follow(int port, Duration silence, boolean doesLead) {
    if (doesLead) {
      followers.lead(new Term(1), () -> true);
    }
    return follow(Role.STANDBY, port, silence, Companion.NONE);
  }

  private CompletableFuture<Boolean> follow(
      Role role, int port, Duration silence, Companion companion) {
    Following following = following(role, "localhost", port, silence, companion);
    return CompletableFuture.supplyAsync(() -> await(following).isPresent());
  }

  private Following following(
      Role role, String host, int port, Duration silence, Companion companion) {
    FromMember.Register self =
        new FromMember.Register(
            new FromMember.Identity(role, 0, CONTAINER, 1),
            new FromMember.Address("localhost", 77, 0),
            "",
            Incarnation.NONE);
    return new Following(
        new HostPort(host, port),
        addresses(),
        Hello.member(JOB, new Party(role, 0, Incarnation.NONE), Party.MASTER, 0),
        SECRET,
        self,
        silence,
        companion);
  }

  private static Optional<Following.Lost> await(Following following) {
    try {
      return following.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Passes everything on, and keeps the links. */
  private record KeptLinks(MemberListener to, BlockingQueue<MemberLink> links)
      implements MemberListener {
    @Override
    public void opened(MemberLink link) {
      to.opened(link);
    }

    @Override
    public void onMessages(MemberLink link, List<FromMember> messages) {
      links.add(link);
      to.onMessages(link, messages);
    }

    @Override
    public void closed(MemberLink link, String why) {
      to.closed(link, why);
    }
  }
}
