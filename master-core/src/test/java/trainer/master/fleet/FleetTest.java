package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

class FleetTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final JobId OTHER = new JobId("application_1_0001", 2);
  private static final JobId LARGE = new JobId("application_1_0001", 3);

  private final Fleet fleet = new Fleet();
  private final RecordingOutbox out = new RecordingOutbox();
  private long nanos;

  FleetTest() {
    Map<Role, ContainerSize> sizes =
        Map.of(Role.PSERVER, new ContainerSize(2048, 2), Role.WORKER, new ContainerSize(1024, 1));
    fleet.add(JOB, sizes, 1);
    fleet.add(OTHER, sizes, 1);
  }

  private Moment now() {
    return new Moment(nanos, 1000 + nanos / 1_000_000);
  }

  private FleetTest want(JobId job, Role role, int count) {
    fleet.want(job, role, IntStream.range(0, count).boxed().toList(), List.of(), now(), out);
    return this;
  }

  private FleetTest tell(FleetEvent event) {
    fleet.handle(event, now(), out);
    return this;
  }

  private FleetTest grant(long ask, String container) {
    return tell(new FleetEvent.Granted(ask, container, "host-" + container));
  }

  private FleetTest seconds(long seconds) {
    nanos += seconds * 1_000_000_000;
    fleet.tick(now(), out);
    return this;
  }

  @Test
  void asksForEachWantedSlotOnce() {
    want(JOB, Role.PSERVER, 2).want(JOB, Role.PSERVER, 2).seconds(5);
    assertThat(out.actions)
        .containsExactly(
            new FleetAction.Ask(1, Role.PSERVER, 2048, 2, 1, List.of()),
            new FleetAction.Ask(2, Role.PSERVER, 2048, 2, 1, List.of()));
  }

  @Test
  void launchesEachGrantInTheSlotItWasAskedFor() {
    want(JOB, Role.WORKER, 1).want(OTHER, Role.WORKER, 1);
    grant(2, "c1").grant(1, "c2");
    assertThat(out.launches())
        .containsExactly(
            new FleetAction.Launch("c1", OTHER, Role.WORKER, 0),
            new FleetAction.Launch("c2", JOB, Role.WORKER, 0));
    assertThat(out.told).contains("seen WORKER 0 c1 on host-c1", "seen WORKER 0 c2 on host-c2");
  }

  @Test
  void releasesWhatIsMoreThanWasAskedFor() {
    want(JOB, Role.WORKER, 1).grant(1, "c1").grant(1, "c2").grant(99, "c3");
    assertThat(out.actions).contains(new FleetAction.Release("c2"), new FleetAction.Release("c3"));
    assertThat(out.launches()).hasSize(1);
  }

  @Test
  void theSameGrantTwiceIsOneGrant() {
    want(JOB, Role.WORKER, 2).grant(1, "c1").grant(1, "c1").grant(2, "c1");
    assertThat(out.launches()).hasSize(1);
    assertThat(out.actions).doesNotContain(new FleetAction.Release("c1"));
  }

  @Test
  void takesAsksBackAndReturnsWhatIsGrantedAllTheSame() {
    want(JOB, Role.WORKER, 2).want(JOB, Role.WORKER, 1);
    assertThat(out.actions).contains(new FleetAction.CancelAsk(2));
    grant(2, "c2");
    assertThat(out.actions).contains(new FleetAction.Release("c2"));
  }

  @Test
  void replacesALostWorkerAtOnceAndBelievesItsEndOnce() {
    want(JOB, Role.WORKER, 1).grant(1, "c1");
    tell(new FleetEvent.Completed("c1", 137, "")).tell(new FleetEvent.Completed("c1", 137, ""));
    assertThat(out.asks()).hasSize(2);
    assertThat(out.told.stream().filter(line -> line.startsWith("ended")))
        .containsExactly("ended WORKER 0 c1 137");
    assertThat(out.failures.get(0).advice()).contains("trainer.worker.memory-mb");
  }

  @Test
  void replacesALostPserverUnlessTheJobWantsNoneAnyMore() {
    want(JOB, Role.PSERVER, 1).grant(1, "c1").tell(new FleetEvent.Completed("c1", 1, "boom"));
    assertThat(out.asks()).hasSize(2);
    assertThat(out.failures.get(0).message()).contains("CONTAINER_LOST", "boom", "c1 on host-c1");
  }

  @Test
  void waitsLongerEachTimeAWorkerFails() {
    want(JOB, Role.WORKER, 1).grant(1, "c1").tell(new FleetEvent.Completed("c1", 1, ""));
    grant(2, "c2").tell(new FleetEvent.Completed("c2", 1, ""));
    assertThat(out.asks()).hasSize(2);
    assertThat(fleet.nextDeadline()).isEqualTo(nanos + 1_000_000_000);
    seconds(1);
    assertThat(out.asks()).hasSize(3);
    grant(3, "c3").tell(new FleetEvent.Completed("c3", 1, "")).seconds(1);
    assertThat(out.asks()).hasSize(3);
    seconds(1);
    assertThat(out.asks()).hasSize(4);
  }

  @Test
  void preemptionCostsNoWaiting() {
    want(JOB, Role.WORKER, 1);
    for (int i = 1; i <= 5; i++) {
      grant(i, "c" + i).tell(new FleetEvent.Completed("c" + i, -102, "preempted"));
    }
    assertThat(out.asks()).hasSize(6);
  }

  /** Two pservers p0 and p1, and workers w0 and so on. */
  private void crew(JobId job, int workers) {
    want(job, Role.PSERVER, 2).want(job, Role.WORKER, workers);
    for (int i = 0; i < 2 + workers; i++) {
      String id = i < 2 ? "p" + i : "w" + (i - 2);
      grant(i + 1, id).tell(new FleetEvent.Launched(id));
    }
  }

  private List<String> taken() {
    String prefix = "to be taken ";
    return out.told.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  private FleetTest large(int workers) {
    fleet.add(
        LARGE,
        Map.of(Role.PSERVER, new ContainerSize(1024, 1), Role.WORKER, new ContainerSize(1024, 2)),
        1);
    crew(LARGE, workers);
    return this;
  }

  private FleetTest wantedBack(String... ids) {
    return tell(new FleetEvent.WantedBack(List.of(ids), "room"));
  }

  @Test
  void whatTheClusterTakesIsSaidOfContainersThatAreNotGivenBack() {
    large(2);
    fleet.giveBack("w0", false, now(), out);
    tell(new FleetEvent.Leaving(List.of("w0", "p0", "nobody's"), "it is preempted"));
    assertThat(taken()).containsExactly("p0: it is preempted");
  }

  @Test
  void inPlaceOfAPserverTheNewestWorkerOfItsSizeIsGivenBack() {
    large(3).wantedBack("p1");
    assertThat(taken()).containsExactly("w2: room");
  }

  @Test
  void aWorkerThatIsWantedBackIsGivenAndNotCountedTwice() {
    large(3).wantedBack("p1", "w2");
    assertThat(taken()).containsExactly("w2: room", "w1: room");
  }

  @Test
  void theLastWorkerIsNotGivenInPlaceOfAPserver() {
    large(2).wantedBack("p0", "w1");
    assertThat(taken()).containsExactly("w1: room", "p0: room");
  }

  @Test
  void aWorkerThatIsSmallerIsNotGivenInPlaceOfAPserver() {
    crew(JOB, 3);
    wantedBack("p0");
    assertThat(taken()).containsExactly("p0: room");
  }

  @Test
  void whatIsWantedBackAgainAtOnceIsNotGivenAgain() {
    large(4).wantedBack("p1");
    fleet.giveBack("w3", false, now(), out);
    seconds(14).wantedBack("p1").seconds(1).wantedBack("p1");
    assertThat(taken()).containsExactly("w3: room", "w2: room");
  }

  @Test
  void aLaunchThatFailsIsReturnedAndReplaced() {
    want(JOB, Role.WORKER, 1).grant(1, "c1").tell(new FleetEvent.LaunchFailed("c1", "no disk"));
    tell(new FleetEvent.Completed("c1", -100, ""));
    assertThat(out.actions).contains(new FleetAction.Release("c1"));
    assertThat(out.asks()).hasSize(2);
    assertThat(out.failures).hasSize(1);
    assertThat(out.failures.get(0).kind()).isEqualTo(FailureKind.CONTAINER_LAUNCH_FAILED);
  }

  @Test
  void whatIsGivenBackByForceIsReplacedWithoutWaitingForItsEnd() {
    want(JOB, Role.WORKER, 1).grant(1, "c1");
    fleet.giveBack("c1", true, now(), out);
    fleet.giveBack("c1", true, now(), out);
    assertThat(out.actions.stream().filter(new FleetAction.Release("c1")::equals)).hasSize(1);
    assertThat(out.asks()).hasSize(2);
    tell(new FleetEvent.Completed("c1", -100, "released"));
    assertThat(out.failures).hasSize(1);
    assertThat(out.asks()).hasSize(2);
  }

  @Test
  void tellsHowARoleStandsWhenItChangesAndNotOtherwise() {
    want(JOB, Role.WORKER, 2).grant(1, "c1").tell(new FleetEvent.Launched("c1")).seconds(9);
    tell(new FleetEvent.Launched("c1"));
    tell(new FleetEvent.ClusterSeen("queue default: full"));
    assertThat(out.standings(JOB, Role.WORKER))
        .containsExactly("2/0/0 ", "2/1/0 ", "2/1/1 ", "2/1/1 queue default: full");
  }

  @Test
  void theRosterHoldsEachStepOfAContainer() {
    want(JOB, Role.WORKER, 1).grant(1, "c1").tell(new FleetEvent.Launched("c1"));
    tell(new FleetEvent.Completed("c1", 0, ""));
    assertThat(out.facts)
        .extracting(fact -> ((FleetFact.ContainerNoted) fact).step())
        .containsExactly("granted", "launched", "ended");
  }

  @Test
  void memoryKillsNameTheKeyToRaise() {
    for (int exit : new int[] {-103, -104, 52}) {
      Failure failure = ExitCodes.failure(Role.PSERVER, exit, "c1", "h1", "4 GB of 2 GB used");
      assertThat(failure.kind()).isEqualTo(FailureKind.OUT_OF_MEMORY);
      assertThat(failure.advice()).contains("trainer.pserver.memory-mb");
      assertThat(failure.what()).contains("4 GB of 2 GB used");
    }
  }
}
