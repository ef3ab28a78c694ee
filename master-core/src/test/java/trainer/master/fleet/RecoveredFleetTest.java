package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

/** A fleet that goes on with what an earlier master was granted. */
class RecoveredFleetTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Term TERM = new Term(3);
  private static final long FIRST_ASK = (TERM.number() << 20) + 1;

  private final Fleet fleet = new Fleet();
  private final RecordingOutbox out = new RecordingOutbox();
  private long nanos;

  private static Fact noted(String id, Role role, int index, String step) {
    return new FleetFact.ContainerNoted(id, JOB.toString(), role.word(), index, "h", step, null, 5);
  }

  private static Fact[] launched(String id, Role role) {
    return new Fact[] {noted(id, role, 0, "granted"), noted(id, role, 0, "launched")};
  }

  private RecoveredFleetTest remember(Fact... facts) {
    fleet.remember(List.of(facts), "");
    fleet.add(
        JOB,
        Map.of(Role.PSERVER, new ContainerSize(2048, 2), Role.WORKER, new ContainerSize(1024, 1)),
        1);
    fleet.lead(TERM);
    return this;
  }

  private RecoveredFleetTest running(String... ids) {
    return tell(
        new FleetEvent.Joined(
            Arrays.stream(ids).map(id -> new FleetEvent.Previous(id, "h")).toList()));
  }

  private RecoveredFleetTest tell(FleetEvent event) {
    fleet.handle(event, now(), out);
    return this;
  }

  private RecoveredFleetTest want(Role role, int count) {
    fleet.want(JOB, role, IntStream.range(0, count).boxed().toList(), List.of(), now(), out);
    return this;
  }

  private RecoveredFleetTest seconds(long seconds) {
    for (int i = 0; i < 4 * seconds; i++) {
      nanos += 250_000_000;
      fleet.tick(now(), out);
    }
    return this;
  }

  private Moment now() {
    return new Moment(nanos, 1000 + nanos / 1_000_000);
  }

  @Test
  void whatStillRunsKeepsItsSlotAndIsNotAskedForAgain() {
    remember(
            noted("c1", Role.WORKER, 0, "granted"),
            noted("c1", Role.WORKER, 0, "launched"),
            noted("c2", Role.WORKER, 1, "granted"))
        .running("c1", "c2")
        .want(Role.WORKER, 3);
    assertThat(out.told)
        .contains("still WORKER 0 c1 on h", "still WORKER 1 c2 on h", standing("3/2/2"));
    assertThat(out.actions)
        .containsExactly(new FleetAction.Ask(FIRST_ASK, Role.WORKER, 1024, 1, 2, List.of()));
  }

  @Test
  void whatRunsAndNobodyWantsIsReleased() {
    remember(
            noted("c1", Role.WORKER, 0, "granted"),
            noted("c1", Role.WORKER, 0, "released"),
            noted("c2", Role.WORKER, 1, "granted"),
            noted("c3", Role.WORKER, 1, "granted"))
        .running("c1", "c2", "c3", "c4")
        .running("c4");
    assertThat(out.actions)
        .containsExactly(
            new FleetAction.Release("c1"),
            new FleetAction.Release("c2"),
            new FleetAction.Release("c4"));
    assertThat(out.told).contains("still WORKER 1 c3 on h");
  }

  @Test
  void aContainerThatTheClusterHasNotFoundYetIsWaitedForAndNotAskedForAgain() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "launched"))
        .running()
        .want(Role.WORKER, 1)
        .seconds(9);
    assertThat(out.told).contains("still WORKER 0 c1 on h");
    assertThat(out.actions).isEmpty();
    running("c1").seconds(60);
    assertThat(out.actions).isEmpty();
    assertThat(out.told).noneMatch(line -> line.startsWith("ended"));
  }

  @Test
  void aMasterThatWasAwayItselfWaitsOn() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "launched"))
        .running()
        .want(Role.WORKER, 1);
    nanos += 60_000_000_000L;
    running("c1").seconds(60);
    assertThat(out.told).noneMatch(line -> line.startsWith("ended"));
  }

  @Test
  void aContainerThatIsNotFoundHasEnded() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "launched"))
        .running()
        .want(Role.WORKER, 1);
    assertThat(fleet.nextDeadline()).isEqualTo(30_000_000_000L);
    seconds(30);
    assertThat(out.told).contains("ended WORKER 0 c1 -1000");
    assertThat(out.failures.get(0).message()).contains("the cluster does not know it any more");
    assertThat(out.asks()).hasSize(1);
    tell(new FleetEvent.Completed("c1", 137, ""));
    assertThat(out.told).doesNotContain("ended WORKER 0 c1 137");
  }

  @Test
  void theClustersWordOnHowItEndedIsBelievedOnce() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "launched"))
        .running()
        .want(Role.WORKER, 1)
        .tell(new FleetEvent.Completed("c1", 137, ""))
        .tell(new FleetEvent.Completed("c1", 137, ""))
        .seconds(60);
    assertThat(out.told.stream().filter(line -> line.startsWith("ended")))
        .containsExactly("ended WORKER 0 c1 137");
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void aPserverThatWasGrantedAndNeverLaunchedIsAskedForAgain() {
    remember(noted("c1", Role.PSERVER, 0, "granted")).running().want(Role.PSERVER, 1).seconds(30);
    assertThat(out.told).contains("ended PSERVER 0 c1 -1000");
    assertThat(out.failures).containsOnlyNulls();
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void aPserverThatWasLostWithItsMasterAndNeverHeardOfIsAskedForAgain() {
    remember(launched("c1", Role.PSERVER))
        .running()
        .want(Role.PSERVER, 1)
        .tell(new FleetEvent.Completed("c1", -100, ""));
    assertThat(out.told).contains("ended PSERVER 0 c1 -100");
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void thatItsProcessHasRegisteredIsNotedAndChangesNothingForTheNextMaster() {
    remember(
            noted("c1", Role.WORKER, 0, "granted"),
            noted("c1", Role.WORKER, 0, "launched"),
            noted("c1", Role.WORKER, 0, "registered"))
        .running("c1")
        .want(Role.WORKER, 1);
    assertThat(out.told).contains("still WORKER 0 c1 on h");
    assertThat(out.actions).isEmpty();
    fleet.onRegistered("c1", now(), out);
    assertThat(out.facts)
        .containsExactly(
            new FleetFact.ContainerNoted(
                "c1",
                JOB.toString(),
                Role.WORKER.word(),
                0,
                "h",
                "registered",
                null,
                now().millis()));
  }

  @Test
  void aPserverThatWasHeardOfIsReplacedWhenItEnds() {
    remember(launched("c1", Role.PSERVER)).running().want(Role.PSERVER, 1);
    fleet.onRegistered("c1", now(), out);
    tell(new FleetEvent.Completed("c1", 1, ""));
    assertThat(out.told).contains("ended PSERVER 0 c1 1");
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void aContainerWhoseProcessWasHeardOfIsNotMissed() {
    remember(launched("c1", Role.WORKER)).running().want(Role.WORKER, 1).seconds(9);
    fleet.onRegistered("c1", now(), out);
    seconds(60).running("c1").seconds(60);
    assertThat(out.told).noneMatch(line -> line.startsWith("ended"));
    assertThat(out.actions).isEmpty();
  }

  @Test
  void aContainerThatIsFoundAfterItCountedAsEndedIsReleasedOnce() {
    remember(launched("c1", Role.WORKER)).running().want(Role.WORKER, 1).seconds(30);
    running("c1").running("c1");
    assertThat(out.actions.stream().filter(new FleetAction.Release("c1")::equals)).hasSize(1);
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void whatWasReleasedBeforeTheClusterKnewItIsReleasedWhenItDoes() {
    remember(launched("c1", Role.WORKER)).running().want(Role.WORKER, 1);
    fleet.giveBack("c1", true, now(), out);
    out.actions.clear();
    running("c1");
    assertThat(out.actions).containsExactly(new FleetAction.Release("c1"));
  }

  @Test
  void whatAnEarlierMasterReleasedIsKnownUntilItHasEnded() {
    remember(
            noted("c1", Role.WORKER, 0, "granted"),
            noted("c1", Role.WORKER, 0, "released"),
            noted("c2", Role.WORKER, 0, "granted"))
        .running("c1", "c2")
        .want(Role.WORKER, 1);
    assertThat(out.told).contains("leaving WORKER 0 c1 on h", "still WORKER 0 c2 on h");
    assertThat(out.actions).as("it may not have come to it").containsExactly(release("c1"));

    tell(new FleetEvent.Completed("c1", 137, ""));
    assertThat(out.told).contains("ended WORKER 0 c1 137");
    assertThat(out.failures).as("it was told to go").containsExactly((Failure) null);
    assertThat(out.asks()).isEmpty();
  }

  @Test
  void whatAnEarlierMasterReleasedIsWaitedForUntilTheClusterHasFoundIt() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "released"))
        .running()
        .seconds(9);
    assertThat(out.told).contains("leaving WORKER 0 c1 on h");
    running("c1").seconds(60);
    assertThat(out.actions).containsExactly(release("c1"));
    assertThat(out.told).noneMatch(line -> line.startsWith("ended"));
  }

  @Test
  void whatAnEarlierMasterReleasedAndHasEndedIsNotWaitedFor() {
    remember(noted("c1", Role.WORKER, 0, "granted"), noted("c1", Role.WORKER, 0, "released"))
        .tell(new FleetEvent.Completed("c1", 137, ""))
        .running();
    assertThat(out.told).noneMatch(line -> line.startsWith("leaving"));
    assertThat(fleet.nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  private static FleetAction release(String id) {
    return new FleetAction.Release(id);
  }

  @Test
  void anEndThatIsHeardOfBeforeWhatStillRunsIsBelieved() {
    remember(launched("c1", Role.WORKER))
        .tell(new FleetEvent.Completed("c1", 137, ""))
        .running()
        .want(Role.WORKER, 1)
        .seconds(60);
    assertThat(out.told.stream().filter(line -> line.startsWith("ended")))
        .containsExactly("ended WORKER 0 c1 137");
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void aReleaseIsKnownBeforeItIsSeen() {
    remember(launched("c1", Role.WORKER)).running("c1").want(Role.WORKER, 1);
    fleet.giveBack("c1", true, now(), out);
    assertThat(out.before)
        .extracting(fact -> ((FleetFact.ContainerNoted) fact).step())
        .containsExactly("released");
  }

  @Test
  void aGrantIsKnownBeforeItIsLaunched() {
    remember().running().want(Role.WORKER, 1);
    tell(new FleetEvent.Granted(FIRST_ASK, "c1", "h"));
    assertThat(out.before)
        .extracting(fact -> ((FleetFact.ContainerNoted) fact).step())
        .containsExactly("granted");
  }

  private static String standing(String how) {
    return "standing " + JOB + " " + Role.WORKER + " " + how + " ";
  }
}
