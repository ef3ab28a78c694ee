package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster;
import trainer.container.session.HostPort;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;
import trainer.master.session.Event;
import trainer.protocol.grpc.MemberStream;

/** The master that reaches the cluster for a leader, with its streams over real gRPC. */
class ClusterAgentTest {
  private static final HostPort LEADER = new HostPort("leader", 7);
  private static final Cluster.Address OWN = new Cluster.Address("own", 8, "http://own");
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final JobId BARRIER = new JobId("application_1_0001", 99);
  private static final FleetAction.Ask ASK = ask(1);
  private static final FleetEvent FIRST = new FleetEvent.ClusterSeen("first");
  private static final FleetEvent SECOND = new FleetEvent.ClusterSeen("second");
  private static final FleetEvent THIRD = new FleetEvent.ClusterSeen("third");

  private final RecordingCluster cluster = new RecordingCluster();
  private final List<FleetEvent> own = new ArrayList<>();
  private final BlockingQueue<String> faults = new LinkedBlockingQueue<>();
  private final List<JobId> prepared = new ArrayList<>();
  private final List<MemberStream> streams = new ArrayList<>();
  private volatile boolean isPreparable = true;
  private volatile boolean isAddressReadable = true;
  private ClusterAgent agent;
  private RecordingLeader leader;

  private static FleetAction.Ask ask(long number) {
    return new FleetAction.Ask(number, Role.WORKER, 1024, 1, 2, List.of());
  }

  private static FleetAction.Launch launch(String container) {
    return new FleetAction.Launch(container, JOB, Role.WORKER, 0);
  }

  @BeforeEach
  void start() throws IOException {
    leader = new RecordingLeader();
    agent =
        new ClusterAgent(
            this::prepare,
            this::address,
            (event, handled) -> {
              own.add(((Event.OfFleet) event).event());
              handled.run();
            },
            (what, cause) -> faults.add(what + ": " + cause.getMessage()));
    agent.use(cluster);
  }

  @AfterEach
  void stop() {
    streams.forEach(MemberStream::close);
    leader.close();
  }

  private void prepare(FleetAction.Launch launch, Cluster of) throws IOException {
    assertThat(of).isSameAs(cluster);
    if (!isPreparable) {
      throw new IOException("no such file");
    }
    prepared.add(launch.job());
  }

  private Cluster.Address address(HostPort of) throws IOException {
    if (!isAddressReadable) {
      throw new IOException("no such folder");
    }
    return new Cluster.Address(of.host(), of.port(), "http://leader");
  }

  /** The leader accepts a new stream. */
  private void openStream() throws IOException, InterruptedException {
    MemberStream stream = leader.open(agent);
    streams.add(stream);
    agent.onLed(LEADER, stream);
  }

  /** The same for the first stream, up to the last call that follows from it. */
  private void join() throws IOException, InterruptedException {
    openStream();
    assertThat(cluster.next()).isEqualTo("join leader:7 http://leader");
    assertThat(cluster.next()).isEqualTo("list");
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Joined());
  }

  private void perform(FleetAction action) {
    leader.send(new ClusterMessages.Perform(action));
  }

  private void want(FleetWishes.Open open) {
    leader.send(new ClusterMessages.Wanted(open));
  }

  /** The calls of the cluster up to here, once all orders so far have been carried out. */
  private List<Object> calls() throws InterruptedException {
    leader.send(new ClusterMessages.Forget(BARRIER));
    List<Object> calls = new ArrayList<>();
    Object next = cluster.next();
    while (!next.equals("forget " + BARRIER)) {
      calls.add(next);
      next = cluster.next();
    }
    return calls;
  }

  private void assertNextNews(long number, FleetEvent event) throws InterruptedException {
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Happened(number, event));
  }

  private void grant(long number, String container) throws InterruptedException {
    FleetEvent granted = new FleetEvent.Granted(number, container, "node");
    agent.offer(granted);
    assertNextNews(number, granted);
  }

  @Test
  void joinsTheClusterOnceWithTheAddressOfItsLeader() throws Exception {
    join();
    assertThat(agent.leader()).isEqualTo(LEADER);
    agent.onBroken();
    openStream();
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Joined());
    assertThat(calls()).containsExactly("list");
    assertThat(faults).isEmpty();
  }

  @Test
  void endsItsProcessIfTheClusterDoesNotAcceptIt() throws Exception {
    cluster.refuse(new IllegalStateException("unknown attempt"));
    openStream();
    assertThat(faults.poll(60, TimeUnit.SECONDS)).contains("leader:7").contains("unknown attempt");
    assertThat(cluster.isQuiet()).isTrue();
  }

  @Test
  void endsItsProcessIfItCannotReadTheAddressOfItsLeader() throws Exception {
    isAddressReadable = false;
    openStream();
    assertThat(faults.poll(60, TimeUnit.SECONDS)).contains("no such folder");
    assertThat(cluster.isQuiet()).isTrue();
  }

  @Test
  void sendsEventsWithNumbers() throws Exception {
    agent.offer(FIRST);
    join();
    assertNextNews(1, FIRST);
    AtomicInteger handled = new AtomicInteger();
    agent.offer(new Event.OfFleet(SECOND), handled::incrementAndGet);
    assertNextNews(2, SECOND);
    assertThat(handled).hasValue(1);
    assertThat(own).isEmpty();
  }

  @Test
  void repeatsUnconfirmedEventsOnItsNextStream() throws Exception {
    join();
    agent.offer(FIRST);
    agent.offer(SECOND);
    assertNextNews(1, FIRST);
    assertNextNews(2, SECOND);
    leader.send(new ClusterMessages.Confirmed(1));
    assertThat(calls()).isEmpty();

    agent.onBroken();
    agent.offer(THIRD);
    openStream();
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Joined());
    assertNextNews(2, SECOND);
    assertNextNews(3, THIRD);
    agent.offer(FIRST);
    assertNextNews(4, FIRST);
  }

  @Test
  void handlesUnconfirmedEventsItselfOnceItLeads() throws Exception {
    join();
    agent.offer(FIRST);
    agent.offer(SECOND);
    leader.send(new ClusterMessages.Confirmed(1));
    assertThat(calls()).isEmpty();
    agent.onBroken();
    agent.offer(THIRD);
    assertThat(own).isEmpty();

    agent.lead(OWN);
    assertThat(own).containsExactly(SECOND, THIRD);
    assertThat(agent.leader()).isNull();
    AtomicInteger handled = new AtomicInteger();
    agent.offer(new Event.OfFleet(FIRST), handled::incrementAndGet);
    assertThat(own).containsExactly(SECOND, THIRD, FIRST);
    assertThat(handled).as("passed on once").hasValue(1);
  }

  @Test
  void performsAnAskOnce() throws Exception {
    join();
    perform(ASK);
    perform(ASK);
    want(new FleetWishes.Open(List.of(ASK), List.of(), Set.of(), Set.of()));
    assertThat(calls()).containsExactly(ASK);
  }

  @Test
  void performsTheAsksThatItMissed() throws Exception {
    join();
    want(new FleetWishes.Open(List.of(ASK, ask(2)), List.of(), Set.of(), Set.of()));
    assertThat(calls()).containsExactly(ASK, ask(2));
  }

  @Test
  void cancelsAsksThatAreNotWantedAnyMore() throws Exception {
    join();
    perform(ASK);
    perform(ask(2));
    perform(ask(3));
    perform(new FleetAction.CancelAsk(3));
    assertThat(calls()).hasSize(4);
    want(new FleetWishes.Open(List.of(ask(2)), List.of(), Set.of(), Set.of()));
    assertThat(calls()).containsExactly(new FleetAction.CancelAsk(1));
    want(new FleetWishes.Open(List.of(ask(2)), List.of(), Set.of(), Set.of()));
    assertThat(calls()).isEmpty();
  }

  @Test
  void bringsTheAvoidedHostsInLine() throws Exception {
    join();
    FleetAction.Avoid before = new FleetAction.Avoid(Set.of("a", "b"), Set.of());
    perform(before);
    want(new FleetWishes.Open(List.of(), List.of(), Set.of(), Set.of("b", "c")));
    want(new FleetWishes.Open(List.of(), List.of(), Set.of(), Set.of("b", "c")));
    assertThat(calls()).containsExactly(before, new FleetAction.Avoid(Set.of("c"), Set.of("a")));
  }

  @Test
  void releasesContainersBeforeTheLaunchOfOthers() throws Exception {
    join();
    grant(1, "a");
    want(new FleetWishes.Open(List.of(), List.of(launch("a")), Set.of("b"), Set.of()));
    assertThat(calls()).containsExactly(new FleetAction.Release("b"), launch("a"));
  }

  @Test
  void preparesAJobBeforeItsFirstLaunch() throws Exception {
    join();
    grant(1, "a");
    grant(2, "b");
    perform(launch("a"));
    perform(launch("b"));
    perform(launch("a"));
    assertThat(calls()).containsExactly(launch("a"), launch("b"));
    assertThat(prepared).containsExactly(JOB);
  }

  @Test
  void preparesAForgottenJobAgain() throws Exception {
    join();
    grant(1, "a");
    grant(2, "b");
    perform(launch("a"));
    leader.send(new ClusterMessages.Forget(JOB));
    perform(launch("b"));
    assertThat(calls()).containsExactly(launch("a"), "forget " + JOB, launch("b"));
    assertThat(prepared).containsExactly(JOB, JOB);
  }

  @Test
  void launchesNothingInAContainerThatWasGrantedToAnotherMaster() throws Exception {
    join();
    perform(launch("a"));
    assertThat(leader.next())
        .isInstanceOfSatisfying(ClusterMessages.Happened.class, ClusterAgentTest::isFailedLaunch);
    assertThat(calls()).isEmpty();
    assertThat(prepared).isEmpty();
  }

  @Test
  void reportsALaunchThatAnEarlierMasterHasCarriedOut() throws Exception {
    join();
    cluster.runs("a");
    perform(launch("a"));
    assertNextNews(1, new FleetEvent.Launched("a"));
    assertThat(calls()).isEmpty();
  }

  @Test
  void preparesEachStandby() throws Exception {
    join();
    grant(1, "a");
    grant(2, "b");
    FleetAction.Launch standby = new FleetAction.Launch("a", JOB, Role.STANDBY, 0);
    perform(standby);
    perform(launch("b"));
    assertThat(calls()).containsExactly(standby, launch("b"));
    assertThat(prepared).containsExactly(JOB, JOB);
  }

  @Test
  void reportsALaunchThatCannotBePrepared() throws Exception {
    join();
    grant(1, "a");
    grant(2, "b");
    isPreparable = false;
    perform(launch("a"));
    assertThat(leader.next())
        .isInstanceOfSatisfying(
            ClusterMessages.Happened.class,
            happened -> {
              isFailedLaunch(happened);
              assertThat(((FleetEvent.LaunchFailed) happened.event()).reason())
                  .contains("no such file");
            });
    assertThat(calls()).isEmpty();

    isPreparable = true;
    perform(launch("b"));
    assertThat(calls()).as("the next is prepared again").containsExactly(launch("b"));
    assertThat(faults).isEmpty();
  }

  private static void isFailedLaunch(ClusterMessages.Happened happened) {
    assertThat(happened.event())
        .isInstanceOfSatisfying(
            FleetEvent.LaunchFailed.class,
            failed -> assertThat(failed.containerId()).isEqualTo("a"));
  }

  @Test
  void tellsItsLeaderThatTheClusterAnswers() throws Exception {
    cluster.answer();
    join();
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Heard(0));
    assertThat(leader.next()).as("again").isEqualTo(new ClusterMessages.Heard(0));
  }

  @Test
  void keepsTheProgressOfItsLeader() throws Exception {
    join();
    leader.send(new ClusterMessages.Progress(0.5f, 4));
    assertThat(calls()).isEmpty();
    assertThat(agent.finished()).isEqualTo(0.5f);
    cluster.answer();
    assertThat(leader.next()).isEqualTo(new ClusterMessages.Heard(4));
  }

  @Test
  void joinsTheClusterWhenItLeadsWithoutALeaderBefore() throws Exception {
    agent.lead(OWN);
    assertThat(cluster.next()).isEqualTo("join own:8 http://own");
    assertThat(cluster.isQuiet()).isTrue();
  }

  @Test
  void leadsInTheClusterThatItHasJoinedAndAllowsAllHosts() throws Exception {
    join();
    perform(new FleetAction.Avoid(Set.of("a"), Set.of()));
    assertThat(calls()).hasSize(1);
    agent.onBroken();

    agent.lead(OWN);
    assertThat(cluster.next()).isEqualTo(new FleetAction.Avoid(Set.of(), Set.of("a")));
    assertThat(cluster.next()).isEqualTo("lead own:8 http://own");
    assertThat(cluster.isQuiet()).isTrue();
  }

  @Test
  void reportsWhyItCannotLead() {
    FailureException unreachable =
        new Failure(FailureKind.CLUSTER_UNREACHABLE, "no answer", "", "").toException();
    cluster.refuse(unreachable);
    assertThatThrownBy(() -> agent.lead(OWN)).isSameAs(unreachable);
  }
}
