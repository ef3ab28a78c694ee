package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;
import trainer.master.session.Event;
import trainer.protocol.auth.Hello;
import trainer.protocol.grpc.MemberLink;

/** The cluster of a leader that reaches it through an agent. */
class RemoteClusterTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Term TERM = new Term(3);
  private static final String CONTAINER = "container_1_0001_02_000001";
  private static final FleetAction.Ask ASK = ask(1);
  private static final FleetAction.Ask OTHER_ASK = ask(2);
  private static final FleetEvent SEEN = new FleetEvent.ClusterSeen("seen");
  private static final FleetEvent SIZED = new FleetEvent.ClusterSized(2, 4096);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final List<FleetEvent> events = new ArrayList<>();
  private long nanos = -7;
  private final RemoteCluster cluster =
      new RemoteCluster(
          TERM,
          (event, handled) -> {
            if (event instanceof Event.OfFleet of) {
              events.add(of.event());
            }
            handled.run();
          },
          () -> 0.5f,
          () -> nanos);
  private final RecordingLink link = new RecordingLink();
  private final RecordingLink nextLink = new RecordingLink();

  private static FleetAction.Ask ask(long number) {
    return new FleetAction.Ask(number, Role.WORKER, 1024, 1, 2, List.of());
  }

  private static FleetAction.Launch launch(String container) {
    return new FleetAction.Launch(container, JOB, Role.WORKER, 0);
  }

  private void receive(RecordingLink from, ClusterMessages.News news) {
    cluster.onNews(from, CONTAINER, ClusterMessages.text(news));
  }

  private void join(RecordingLink from) {
    receive(from, new ClusterMessages.Joined());
  }

  private void happen(long number, FleetEvent event) {
    receive(link, new ClusterMessages.Happened(number, event));
  }

  /** The agent answers the leader's last question: the cluster is there. */
  private void answer(RecordingLink from) {
    receive(from, new ClusterMessages.Heard(from.progress.get(from.progress.size() - 1).number()));
  }

  /** All that an agent learns that joins now. */
  private FleetWishes.Open wanted() {
    RecordingLink probe = new RecordingLink();
    join(probe);
    assertThat(probe.orders).hasSize(1);
    return ((ClusterMessages.Wanted) probe.orders.get(0)).open();
  }

  @Test
  void keepsItsWishesForAnAgent() {
    cluster.on(ASK);
    cluster.on(launch("a"));
    cluster.on(new FleetAction.Release("b"));
    cluster.on(new FleetAction.Avoid(Set.of("host"), Set.of()));
    join(link);
    assertThat(link.orders)
        .containsExactly(
            new ClusterMessages.Wanted(
                new FleetWishes.Open(
                    List.of(ASK), List.of(launch("a")), Set.of("b"), Set.of("host"))));
  }

  @Test
  void sendsItsWishesToAnAgent() {
    FleetAction.Avoid avoid = new FleetAction.Avoid(Set.of("host"), Set.of());
    join(link);
    link.orders.clear();
    cluster.on(ASK);
    cluster.on(new FleetAction.CancelAsk(1));
    cluster.on(launch("a"));
    cluster.on(new FleetAction.Release("a"));
    cluster.on(avoid);
    cluster.forget(JOB);
    assertThat(link.orders)
        .containsExactly(
            new ClusterMessages.Perform(ASK),
            new ClusterMessages.Perform(new FleetAction.CancelAsk(1)),
            new ClusterMessages.Perform(launch("a")),
            new ClusterMessages.Perform(new FleetAction.Release("a")),
            new ClusterMessages.Perform(avoid),
            new ClusterMessages.Forget(JOB));
  }

  @Test
  void wantsNeitherAGrantedNorACancelledAsk() {
    join(link);
    cluster.on(ASK);
    cluster.on(OTHER_ASK);
    cluster.on(ask(3));
    happen(1, new FleetEvent.Granted(ASK.ask(), "a", "host"));
    cluster.on(new FleetAction.CancelAsk(3));
    assertThat(wanted().asks()).containsExactly(OTHER_ASK);
  }

  @Test
  void wantsLaunchesWithoutAnAnswer() {
    join(link);
    List.of("a", "b", "c", "d").forEach(id -> cluster.on(launch(id)));
    happen(1, new FleetEvent.Launched("a"));
    happen(2, new FleetEvent.LaunchFailed("b", "no disk"));
    happen(3, new FleetEvent.Completed("c", 1, ""));
    assertThat(wanted().launches()).containsExactly(launch("d"));
  }

  @Test
  void wantsNoLaunchInAReleasedContainer() {
    cluster.on(launch("a"));
    cluster.on(launch("b"));
    cluster.on(new FleetAction.Release("a"));
    FleetWishes.Open wanted = wanted();
    assertThat(wanted.launches()).containsExactly(launch("b"));
    assertThat(wanted.released()).containsExactly("a");
  }

  @Test
  void releasesAContainerUntilItHasEnded() {
    join(link);
    cluster.on(new FleetAction.Release("a"));
    cluster.on(new FleetAction.Release("b"));
    happen(1, new FleetEvent.Completed("a", -105, "released"));
    assertThat(wanted().released()).containsExactly("b");
  }

  @Test
  void wantsTheHostsToBeAvoidedThatStillAre() {
    cluster.on(new FleetAction.Avoid(Set.of("x", "y"), Set.of()));
    cluster.on(new FleetAction.Avoid(Set.of("z"), Set.of("x")));
    assertThat(wanted().avoided()).containsExactlyInAnyOrder("y", "z");
  }

  @Test
  void offersARepeatedEventOnceAndConfirmsItAgain() {
    join(link);
    link.orders.clear();
    happen(1, SEEN);
    happen(1, SEEN);
    happen(2, SIZED);
    assertThat(events).containsExactly(SEEN, SIZED);
    assertThat(link.orders)
        .containsExactly(
            new ClusterMessages.Confirmed(1),
            new ClusterMessages.Confirmed(1),
            new ClusterMessages.Confirmed(2));
  }

  @Test
  void goesOnWithTheNumbersOfAProcessThatJoinsAgain() {
    join(link);
    happen(1, SEEN);
    join(nextLink);
    nextLink.orders.clear();
    receive(nextLink, new ClusterMessages.Happened(1, SEEN));
    receive(nextLink, new ClusterMessages.Happened(2, SIZED));
    assertThat(events).containsExactly(SEEN, SIZED);
    assertThat(nextLink.orders)
        .containsExactly(new ClusterMessages.Confirmed(1), new ClusterMessages.Confirmed(2));
  }

  @Test
  void countsTheEventsOfAnotherProcessAnew() {
    join(link);
    happen(1, SEEN);
    happen(2, SEEN);
    String other = "container_1_0001_03_000001";
    cluster.onNews(nextLink, other, ClusterMessages.text(new ClusterMessages.Joined()));
    nextLink.orders.clear();
    cluster.onNews(nextLink, other, ClusterMessages.text(new ClusterMessages.Happened(1, SIZED)));
    assertThat(events).containsExactly(SEEN, SEEN, SIZED);
    assertThat(nextLink.orders).containsExactly(new ClusterMessages.Confirmed(1));
  }

  @Test
  void ignoresAStreamThatIsNotTheAgentsAnyMore() {
    join(link);
    join(nextLink);
    link.orders.clear();
    nextLink.orders.clear();
    happen(1, SEEN);
    answer(link);
    assertThat(events).isEmpty();
    assertThat(cluster.isHeardWithin(Duration.ofDays(1))).isFalse();

    cluster.onClosed(link);
    cluster.on(ASK);
    assertThat(link.orders).isEmpty();
    assertThat(nextLink.orders).containsExactly(new ClusterMessages.Perform(ASK));
  }

  @Test
  void ignoresAnAgentThatHasNotJoined() {
    happen(1, SEEN);
    assertThat(events).isEmpty();
    assertThat(link.orders).isEmpty();
  }

  @Test
  void isHeardWhileAnAgentSaysSo() {
    Duration time = ClusterAgent.FRESH.plus(SHORT);
    assertThat(cluster.isHeardWithin(time)).as("without an agent").isFalse();
    join(link);
    assertThat(cluster.isHeardWithin(time)).as("before an answer").isFalse();
    answer(link);
    assertThat(cluster.isHeardWithin(time)).as("answered").isTrue();
    cluster.onClosed(link);
    assertThat(cluster.isHeardWithin(time)).as("after the stream").isFalse();
  }

  @Test
  void isHeardNoLongerThanAnAnswerMayBeOld() {
    Duration time = ClusterAgent.FRESH.plus(SHORT);
    join(link);
    answer(link);
    nanos += SHORT.toNanos();
    assertThat(cluster.isHeardWithin(time)).isTrue();
    nanos++;
    assertThat(cluster.isHeardWithin(time)).isFalse();
    join(nextLink);
    assertThat(cluster.isHeardWithin(time)).as("a new stream is no answer").isFalse();
  }

  @Test
  void asksAgainWithItsProgress() {
    join(link);
    answer(link);
    assertThat(link.progress)
        .containsExactly(
            new ClusterMessages.Progress(0.5f, 1), new ClusterMessages.Progress(0.5f, 2));
  }

  @Test
  void anAnswerIsAsOldAsItsQuestion() {
    join(link);
    nanos += SHORT.toNanos() + 1;
    answer(link);
    assertThat(cluster.isHeardWithin(ClusterAgent.FRESH.plus(SHORT))).isFalse();
    receive(link, new ClusterMessages.Heard(1));
    assertThat(cluster.isHeardWithin(ClusterAgent.FRESH.plus(SHORT))).as("an old one").isFalse();
  }

  @Test
  void keepsItsAgentWhenAnAttemptComesBackThatWasReplaced() {
    join(link);
    link.orders.clear();
    String earlier = "container_1_0001_01_000001";
    cluster.onNews(nextLink, earlier, ClusterMessages.text(new ClusterMessages.Joined()));
    assertThat(nextLink.isClosed).isTrue();
    cluster.onClosed(nextLink);
    cluster.on(ASK);
    assertThat(link.orders).containsExactly(new ClusterMessages.Perform(ASK));
    assertThat(nextLink.orders).isEmpty();
  }

  @Test
  void sendsNothingWhenItLeaves() {
    join(link);
    link.orders.clear();
    cluster.leave(new Cluster.Ending(JobState.EXITED, null, "", ""));
    assertThat(link.orders).isEmpty();
  }

  @Test
  void offersNoContainersWhenItsMasterJoins() {
    cluster.join(new Cluster.Address("localhost", 1, ""));
    assertThat(events).containsExactly(new FleetEvent.Joined(List.of(), false));
  }

  @Test
  void refusesATextThatIsNoMessage() {
    assertThatThrownBy(() -> cluster.onNews(link, CONTAINER, "hello"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Keeps the orders that it is sent. */
  private static final class RecordingLink implements MemberLink {
    private final List<ClusterMessages.Order> orders = new ArrayList<>();
    private final List<ClusterMessages.Progress> progress = new ArrayList<>();
    private boolean isClosed;

    @Override
    public Hello peer() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void send(List<ToMember> messages) {
      for (ToMember message : messages) {
        ToMember.ClusterOrder order = (ToMember.ClusterOrder) message;
        assertThat(order.term()).isEqualTo(TERM);
        ClusterMessages.Order sent = ClusterMessages.order(order.text());
        if (sent instanceof ClusterMessages.Progress one) {
          progress.add(one);
        } else {
          orders.add(sent);
        }
      }
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
