package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;

class TrackerTest {
  private final Driver two =
      new Driver(Map.of("trainer.workers", "2", "trainer.pservers", "2", "trainer.epochs", "2"));

  private Driver running() {
    return two.startWithPservers(8, 2, 0).startWorker(0).startWorker(1);
  }

  @Test
  void goesThroughTheStatesInOrder() {
    running();
    assertThat(two.view().states().stream().map(JobView.Entered::state))
        .containsExactly(
            JobState.INITING,
            JobState.INIT,
            JobState.SUBMITTED,
            JobState.SCHEDULED,
            JobState.RUNNING);
    assertThat(two.view().versions()).isEqualTo(4);
  }

  @Test
  void asksForWorkersOnlyOnceEveryPserverFollows() {
    two.tell(new TrackerEvent.Started(Driver.TERM));
    two.tell(new TrackerEvent.Indexed(Driver.index(8), "digest", null, BadRecords.NONE));
    two.container(Role.PSERVER, 0, "p0").container(Role.PSERVER, 1, "p1");
    two.tell(new TrackerEvent.Standing(Role.PSERVER, 2, 2, 2, ""));
    two.register("p0", Role.PSERVER, 0, "p0");
    two.register("p1", Role.PSERVER, 1, "p1");
    two.say("p0", new FromMember.Lined(1, 0, true));
    assertThat(two.all(TrackerAction.Want.class))
        .containsExactly(new TrackerAction.Want(Role.PSERVER, 2));
    two.say("p1", new FromMember.Lined(1, 0, true));
    assertThat(two.last(TrackerAction.Want.class)).contains(new TrackerAction.Want(Role.WORKER, 2));
  }

  @Test
  void recordsTheLineBeforeItTellsIt() {
    running();
    int recorded = two.position(Fact.LineOpened.class::isInstance);
    int told =
        two.position(
            said ->
                said instanceof TrackerAction.Send send
                    && send.message() instanceof ToMember.NewLine);
    assertThat(recorded).isLessThan(told);
    assertThat(two.facts()).filteredOn(Fact.MapDefined.class::isInstance).hasSize(1);
  }

  @Test
  void ordersTheNextThreeVersionsAndNoMore() {
    running();
    assertThat(versionsOrdered("w0")).containsExactly(1L, 2L, 3L);
    two.complete(2, 1, 1);
    assertThat(versionsOrdered("w0")).containsExactly(1L, 2L, 3L, 4L);
    assertThat(two.said("p1", ToMember.Commit.class))
        .containsExactly(new ToMember.Commit(Driver.TERM, 1, 1));
  }

  @Test
  void commitsOnlyWhatEveryPserverHasAndCountsNobodyTwice() {
    running();
    FromMember.Complete complete =
        new FromMember.Complete(1, 1, new Metrics(5, ExactSum.of(5), ExactSum.ZERO));
    two.say("p0", complete).say("p0", complete);
    assertThat(two.said("p0", ToMember.Commit.class)).isEmpty();
    two.say("p1", new FromMember.Complete(9, 1, Metrics.NONE));
    two.say("p1", new FromMember.Complete(1, 2, Metrics.NONE));
    assertThat(two.said("p0", ToMember.Commit.class)).isEmpty();
    two.say("p1", new FromMember.Complete(1, 1, Metrics.NONE));
    assertThat(two.said("p0", ToMember.Commit.class)).hasSize(1);
  }

  @Test
  void aLostWorkersSharesGoToTheOtherUnderTheSameKey() {
    running();
    List<ToMember.Order> lost = two.said("w0", ToMember.Order.class);
    List<Integer> blocks = two.blocksOf("w0", 1);
    two.clear();
    two.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 0, "w0", 137, null, false));
    List<ToMember.Order> taken = two.said("w1", ToMember.Order.class);
    assertThat(taken.stream().map(TrackerTest::key))
        .containsExactlyElementsOf(lost.stream().map(TrackerTest::key).toList());
    assertThat(two.blocksOf("w1", 1)).isEqualTo(blocks);
    assertThat(two.view().survived()).hasSize(1);
  }

  @Test
  void sharesWaitForTheReplacementWhenNobodyIsLeft() {
    running();
    two.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 0, "w0", 137, null, false));
    two.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 1, "w1", 137, null, false));
    assertThat(two.view().survived()).hasSize(1);
    assertThat(two.view().waitingFor()).hasSize(1);
    two.clear();
    two.jumpMillis(200).container(Role.WORKER, 0, "w2").register("w2", Role.WORKER, 0, "w2");
    assertThat(two.said("w2", ToMember.Order.class).stream().map(ToMember.Order::version))
        .containsExactly(1L, 1L, 2L, 2L, 3L, 3L);
    assertThat(two.view().survived()).hasSize(2);
    assertThat(two.view().survived().get(1).seconds()).isGreaterThanOrEqualTo(0.2);
  }

  @Test
  void aReconnectedWorkerIsToldItsOrdersAgainAndKeepsItsNumber() {
    running();
    List<ToMember.Order> orders = two.said("w1", ToMember.Order.class);
    two.clear().breakStream("w1").jumpMillis(100);
    two.registerAgain("w1", Role.WORKER, 1, "w1");
    two.passMillisWithHeartbeats(3000);
    assertThat(two.said("w1", ToMember.Order.class)).isEqualTo(orders);
    assertThat(two.view().survived()).isEmpty();
  }

  @Test
  void theLateEndOfAnOldStreamHarmsNobody() {
    running();
    two.registerAgain("w1", Role.WORKER, 1, "w1");
    two.tell(new TrackerEvent.Disconnected(4, two.incarnation("w1")));
    two.passMillisWithHeartbeats(5000);
    assertThat(two.view().survived()).isEmpty();
  }

  @Test
  void aBrokenStreamIsDeathAfterAShortGrace() {
    running();
    two.breakStream("w1").passMillis(400);
    assertThat(two.view().survived()).isEmpty();
    two.passMillis(200);
    assertThat(two.view().survived()).hasSize(1);
    assertThat(two.all(TrackerAction.GiveBack.class))
        .containsExactly(new TrackerAction.GiveBack("w1", true));
  }

  @Test
  void aSilentWorkerIsProbedOnceThenDeadAndItsNumberStaysDead() {
    running();
    two.passMillisWithHeartbeats(6000, "w1");
    assertThat(two.said("w1", ToMember.Probe.class)).hasSize(1);
    assertThat(two.view().survived()).isEmpty();
    two.passMillisWithHeartbeats(5000, "w1");
    assertThat(two.view().survived()).hasSize(1);
    two.clear().say("w1", new FromMember.Heartbeat(1, 5, -1));
    assertThat(two.said("w1", ToMember.Refused.class)).hasSize(1);
    two.registerAgain("w1", Role.WORKER, 1, "w1");
    assertThat(two.all(TrackerAction.Refuse.class)).hasSize(1);
    assertThat(two.all(TrackerAction.Accept.class)).isEmpty();
  }

  @Test
  void aMasterThatWasAwayDeclaresNobodyDead() {
    running();
    two.jumpMillis(60_000).tell(new TrackerEvent.Tick());
    two.passMillis(4000);
    assertThat(two.view().survived()).isEmpty();
    assertThat(two.view().failure()).isNull();
  }

  @Test
  void aProcessInAContainerThatIsNotItsOwnIsRefused() {
    running();
    two.clear();
    two.register("x", Role.WORKER, 0, "w1").register("x", Role.WORKER, 0, "unknown");
    assertThat(two.all(TrackerAction.Refuse.class)).hasSize(2);
  }

  @Test
  void aProcessThatSeesAnotherDatasetIsRefusedByName() {
    two.startWithPservers(8, 2, 0).container(Role.WORKER, 0, "w0").clear();
    two.registerWithDigest(Role.WORKER, 0, "w0", "other");
    assertThat(two.last(TrackerAction.Refuse.class).orElseThrow().reason())
        .contains("worker 0", "host-w0", "another dataset");
  }

  @Test
  void aBlockThatFailsOnTwoWorkersFailsTheJobAndIsNamed() {
    running();
    ToMember.Order order = two.said("w0", ToMember.Order.class).get(0);
    FromMember.ShareFailed failed = failure(order);
    two.clear().say("w0", failed);
    assertThat(two.view().failure()).isNull();
    assertThat(two.said("w1", ToMember.Order.class)).contains(order);
    two.say("w1", failed);
    assertThat(two.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
    assertThat(two.view().failure().where())
        .contains("block " + failed.block() + " of hdfs://x/in/a");
  }

  @Test
  void aJobWithOneWorkerTriesAFailedBlockInAnotherIncarnation() {
    Driver one = new Driver(Map.of());
    one.startWithPservers(8, 1, 0).startWorker(0);
    ToMember.Order order = one.said("w0", ToMember.Order.class).get(0);
    one.say("w0", failure(order));
    assertThat(one.view().failure()).isNull();
    assertThat(one.all(TrackerAction.GiveBack.class))
        .containsExactly(new TrackerAction.GiveBack("w0", true));
    one.container(Role.WORKER, 0, "w9").register("w9", Role.WORKER, 0, "w9");
    one.say("w9", failure(order));
    assertThat(one.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
  }

  private static FromMember.ShareFailed failure(ToMember.Order order) {
    int block = order.blocks().get(0).blocks().get(0).number();
    return new FromMember.ShareFailed(
        order.line(),
        order.version(),
        order.share(),
        block,
        new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", ""));
  }

  @Test
  void aBlockUnderWhichWorkersDieIsComputedAloneThenNamed() {
    Driver one = new Driver(Map.of());
    one.startWithPservers(4, 1, 0).startWorker(0);
    int deaths = 0;
    while (one.view().failure() == null && deaths < 20) {
      String now = "w" + deaths;
      if (one.view().line() > 1) {
        one.say("p0", new FromMember.Lined(one.view().line(), 0, true));
        List<Integer> blocks = one.blocksOf(now, 1);
        assertThat(blocks).hasSizeLessThanOrEqualTo(1);
      }
      one.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 0, now, 1, null, false));
      deaths++;
      one.container(Role.WORKER, 0, "w" + deaths)
          .register("w" + deaths, Role.WORKER, 0, "w" + deaths);
    }
    assertThat(one.view().failure().kind()).isEqualTo(FailureKind.BLOCK_KILLS_WORKERS);
    assertThat(one.view().failure().where()).contains("block ", "hdfs://x/in/a");
    assertThat(deaths).isEqualTo(Suspects.DEATHS_TOGETHER + Suspects.DEATHS_ALONE);
  }

  @Test
  void aLostPserverFailsTheJobAtOnceCauseFirst() {
    running();
    two.tell(
        new TrackerEvent.ContainerEnded(
            Role.PSERVER,
            1,
            "p1",
            137,
            new Failure(FailureKind.CONTAINER_LOST, "was killed", "p1", "look"),
            false));
    assertThat(two.view().failure().message())
        .startsWith("PSERVER_LOST: pserver 1 ended with exit status 137")
        .contains("was killed", "p1 on host-p1");
    assertThat(two.said("w0", ToMember.Leave.class)).hasSize(1);
  }

  @Test
  void endsWellOnlyAfterEverythingHasEnded() {
    running();
    for (long version = 1; version <= 4; version++) {
      two.complete(2, 1, version);
    }
    assertThat(two.facts()).contains(new Fact.FinalVersion(4));
    assertThat(two.said("p0", ToMember.WriteParts.class)).hasSize(1);
    two.writeParts(2, 4);
    TrackerAction.Publish publish = two.last(TrackerAction.Publish.class).orElseThrow();
    assertThat(publish.folder()).startsWith("hdfs://x/out.");
    assertThat(publish.parts()).hasSize(2);
    two.tell(new TrackerEvent.Published("id", "hdfs://x/out"));
    assertThat(two.facts()).contains(new Fact.Exported("id", "hdfs://x/out"));
    for (String member : List.of("p0", "p1", "w0", "w1")) {
      assertThat(two.said(member, ToMember.Leave.class)).hasSize(1);
      two.say(member, new FromMember.Exiting(true));
    }
    Stream.of("p0", "p1", "w0").forEach(this::ended);
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
    ended("w1");
    assertThat(two.view().state()).isEqualTo(JobState.EXITED);
    assertThat(two.last(TrackerAction.Over.class))
        .contains(new TrackerAction.Over(JobState.EXITED));
    assertThat(two.view().containers())
        .allSatisfy(container -> assertThat(container.logState()).isEqualTo("complete"));
  }

  private void ended(String container) {
    Role role = container.startsWith("p") ? Role.PSERVER : Role.WORKER;
    two.tell(
        new TrackerEvent.ContainerEnded(
            role, container.charAt(1) - '0', container, 0, null, false));
  }

  @Test
  void scoresTheHeldOutBlocksOnceThoughAWorkerIsLost() {
    two.startWithPservers(8, 2, 3).startWorker(0).startWorker(1);
    for (long version = 1; version <= 4; version++) {
      two.complete(2, 1, version);
    }
    two.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 1, "w1", 137, null, false));
    Evaluation one =
        new Evaluation(
            new Metrics(10, ExactSum.of(3), ExactSum.ZERO), new long[1 << 16], new long[1 << 16]);
    for (int round = 0; round < 3; round++) {
      for (int task = 0; task < 3; task++) {
        two.say("w0", new FromMember.Evaluated(task, one));
      }
    }
    assertThat(two.view().validation().metrics().records()).isEqualTo(30);
    assertThat(two.said("w0", ToMember.Evaluate.class).stream().map(ToMember.Evaluate::task))
        .contains(0, 1, 2);
    assertThat(two.said("p0", ToMember.WriteParts.class)).hasSize(1);
  }

  @Test
  void stopsByForceWhatDoesNotLeave() {
    running();
    two.tell(new TrackerEvent.KillAsked("alice")).clear();
    two.passMillisWithHeartbeats(61_000);
    assertThat(two.all(TrackerAction.GiveBack.class))
        .contains(new TrackerAction.GiveBack("p0", true), new TrackerAction.GiveBack("w1", true));
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
    two.passMillisWithHeartbeats(21_000);
    assertThat(two.view().state()).isEqualTo(JobState.KILLED);
    assertThat(two.view().failure().message()).contains("KILLED_BY_USER", "alice");
  }

  @Test
  void aKillBeforeTheStartEndsAtOnce() {
    two.tell(new TrackerEvent.KillAsked("alice"));
    assertThat(two.view().state()).isEqualTo(JobState.KILLED);
    two.tell(new TrackerEvent.Started(Driver.TERM));
    two.tell(new TrackerEvent.Indexed(Driver.index(8), "digest", null, BadRecords.NONE));
    assertThat(two.all(TrackerAction.Want.class)).isEmpty();
    assertThat(two.all(TrackerAction.Over.class)).hasSize(1);
  }

  @Test
  void illegalEventsChangeNothing() {
    running();
    JobView before = two.view();
    two.tell(new TrackerEvent.Started(9));
    two.tell(new TrackerEvent.Indexed(Driver.index(3), "other", null, BadRecords.NONE));
    two.tell(new TrackerEvent.Published("id", "where"));
    two.tell(new TrackerEvent.Disconnected(77, 12345));
    two.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 7, "nobody", 1, null, false));
    two.say("w0", new FromMember.Lined(1, 0, false));
    two.say("w0", new FromMember.PartsWritten(0, List.of()));
    two.say("p0", new FromMember.ShareDone(1, 1, 0, 5, 5));
    two.say("p0", new FromMember.Complete(1, 99, Metrics.NONE));
    two.say("w0", new FromMember.Evaluated(55, null));
    assertThat(two.view().toString()).isEqualTo(before.toString());
  }

  @Test
  void saysWhatWasAskedAndGrantedWhenItGivesUp() {
    Driver driver = new Driver(Map.of("trainer.pservers", "3", "trainer.allocation.timeout", "5s"));
    driver.tell(new TrackerEvent.Started(Driver.TERM));
    driver.tell(new TrackerEvent.Indexed(Driver.index(8), "digest", null, BadRecords.NONE));
    driver.tell(new TrackerEvent.Standing(Role.PSERVER, 3, 1, 1, "queue default: 0 MB free"));
    driver.passMillis(4000);
    assertThat(driver.view().waitingFor())
        .singleElement()
        .satisfies(
            waiting -> {
              assertThat(waiting.asked()).isEqualTo(3);
              assertThat(waiting.granted()).isEqualTo(1);
            });
    driver.passMillis(1500);
    assertThat(driver.view().failure().message())
        .startsWith("ALLOCATION_TIMEOUT: asked for 3 pservers of 1024 MB and 1 vcore")
        .contains("granted 1", "queue default: 0 MB free");
  }

  @Test
  void beginsWithFewerWorkersWhenPatienceEnds() {
    two.startWithPservers(8, 2, 0).startWorker(0);
    assertThat(two.view().state()).isEqualTo(JobState.SCHEDULED);
    two.passMillisWithHeartbeats(31_000);
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(two.blocksOf("w0", 1)).hasSize(4);
  }

  @Test
  void anEmptyInputFails() {
    two.tell(new TrackerEvent.Started(Driver.TERM));
    two.tell(new TrackerEvent.Indexed(Driver.index(0), "digest", null, BadRecords.NONE));
    assertThat(two.view().state()).isEqualTo(JobState.FAILED);
    assertThat(two.view().failure().kind()).isEqualTo(FailureKind.INPUT_EMPTY);
  }

  @Test
  void theJournalGivesWhatWasShown() {
    running();
    two.complete(2, 1, 1).complete(2, 1, 2).passMillis(1200);
    JobView replayed = Views.replay(two.spec(), two.facts());
    JobView shown = two.view();
    assertThat(replayed.states()).isEqualTo(shown.states());
    assertThat(replayed.version()).isEqualTo(shown.version()).isEqualTo(2);
    assertThat(replayed.epoch()).isEqualTo(shown.epoch()).isEqualTo(1);
    assertThat(replayed.records()).isEqualTo(shown.records()).isEqualTo(80);
    assertThat(replayed.train()).isEqualTo(shown.train());
  }

  private static String key(ToMember.Order order) {
    return order.line() + "/" + order.version() + "/" + order.share() + "/" + order.shares();
  }

  private List<Long> versionsOrdered(String worker) {
    return two.said(worker, ToMember.Order.class).stream().map(ToMember.Order::version).toList();
  }
}
