package trainer.master.job.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

/** Who belongs to a job, who is suspected, and who is dead. */
class MembershipTest {
  private final DrivenJob two =
      new DrivenJob(8, 0, Map.of("trainer.workers", "2", "trainer.pservers", "2")).run();

  @Test
  void aProcessInAContainerThatIsNotItsOwnIsRefused() {
    String digest = two.spec().datasetDigest();
    assertThat(two.register("w1", Role.WORKER, 0, digest, 0)).isZero();
    assertThat(two.register("unknown", Role.WORKER, 0, digest, 0)).isZero();
    assertThat(two.actions(JobEffect.Refuse.class)).hasSize(2);
  }

  @Test
  void aProcessThatSeesAnotherDatasetIsRefusedByName() {
    assertThat(two.register("w0", Role.WORKER, 0, "other", 0)).isZero();
    assertThat(two.actions(JobEffect.Refuse.class).get(0).reason())
        .contains("worker 0", "host-w0", "another dataset");
  }

  @Test
  void theLateEndOfAnOldStreamHarmsNobody() {
    two.registerAgain("w1");
    two.tell(new JobEvent.Disconnected(4, new Incarnation(two.incarnationOf("w1"))));
    two.pass(Duration.ofSeconds(5));
    assertThat(two.view().recovery().survived()).isEmpty();
  }

  @Test
  void aBrokenStreamIsDeathAfterAShortGrace() {
    two.breaks("w1").pass(Duration.ofMillis(400));
    assertThat(two.view().recovery().survived()).isEmpty();
    two.pass(Duration.ofMillis(200));
    assertThat(two.view().recovery().survived()).hasSize(1);
    assertThat(two.wanted().released()).containsExactly("w1");
  }

  @Test
  void theGraceEndsWhenItIsOverAndNotAtSomeTickBehindIt() {
    two.breaks("w1").pass(Duration.ofMillis(400));
    assertThat(two.untilTick()).isEqualTo(Duration.ofMillis(100));
    two.jump(Duration.ofMillis(100)).tell(new JobEvent.Tick());
    assertThat(two.view().recovery().survived()).hasSize(1);
    assertThat(two.untilTick()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void aSilentWorkerIsProbedOnceThenDeadAndItsNumberStaysDead() {
    two.pass(Duration.ofSeconds(6), "w1");
    assertThat(two.said("w1", ToMember.Probe.class)).hasSize(1);
    assertThat(two.view().recovery().survived()).isEmpty();
    two.pass(Duration.ofSeconds(5), "w1");
    assertThat(two.view().recovery().survived()).hasSize(1);
    two.wanted().clear();
    two.say("w1", new FromMember.Heartbeat(1, 5, -1));
    assertThat(two.said("w1", ToMember.Refused.class)).hasSize(1);
    two.registerAgain("w1");
    assertThat(two.actions(JobEffect.Refuse.class)).hasSize(1);
    assertThat(two.actions(JobEffect.Accept.class)).isEmpty();
  }

  @Test
  void aMasterThatWasAwayDeclaresNobodyDead() {
    two.jump(Duration.ofSeconds(60)).tell(new JobEvent.Tick());
    two.pass(Duration.ofSeconds(4), "p0", "p1", "w0", "w1");
    assertThat(two.view().recovery().survived()).isEmpty();
    assertThat(two.view().failure()).isNull();
  }

  @Test
  void aWallClockThatIsSetDeclaresNobodyDeadAndHidesNoDeath() {
    two.setClock(Duration.ofHours(1)).pass(Duration.ofSeconds(2));
    two.setClock(Duration.ofHours(-2)).pass(Duration.ofSeconds(2));
    assertThat(two.view().recovery().survived()).isEmpty();
    assertThat(two.view().processes().members())
        .extracting(ProcessesView.Member::state)
        .containsOnly("live");

    two.pass(Duration.ofSeconds(5), "w1").setClock(Duration.ofHours(1));
    two.pass(Duration.ofSeconds(6), "w1");

    assertThat(two.view().recovery().survived()).hasSize(1);
    assertThat(two.view().recovery().survived().get(0).seconds()).isBetween(10.0, 11.0);
  }

  @Test
  void goesOnWithTheOtherCopiesOfALostPserver() {
    DrivenJob copies = copies().run();
    copies.say("p1", new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE));

    copies.breaks("p0").pass(Duration.ofSeconds(1));

    assertThat(copies.view().failure()).isNull();
    PartitionMap left = copies.facts(TrainingFact.MapDefined.class).get(1).map();
    assertThat(left.number()).isEqualTo(2);
    assertThat(left.pservers()).extracting(PartitionMap.Pserver::index).containsExactly(1);
    assertThat(left.copies()).hasSize(32).containsOnly(List.of(0));
    assertThat(copies.said("w0", ToMember.NewLine.class))
        .filteredOn(line -> left.equals(line.map()))
        .singleElement()
        .extracting(one -> one.line().number())
        .isEqualTo(1L);
    assertThat(copies.said("p1", ToPserver.Commit.class))
        .as("only the lost one was missing")
        .extracting(one -> one.version().number())
        .containsExactly(1L);
    assertThat(copies.view().recovery().survived()).hasSize(1);
  }

  @Test
  void theLastCopyIsNeverGivenUpInHaste() {
    DrivenJob copies = copies().run();
    copies.breaks("p0").pass(Duration.ofSeconds(1)).breaks("p1").pass(Duration.ofSeconds(8));
    assertThat(copies.view().failure()).isNull();
    assertThat(dead(copies)).containsExactly("p0");
    copies.registerAgain("p1").pass(Duration.ofSeconds(20)).ends("p1", 137);
    assertThat(dead(copies)).containsExactly("p0", "p1");
  }

  private static List<String> dead(DrivenJob job) {
    return job.view().processes().members().stream()
        .filter(member -> member.state().equals("dead"))
        .map(member -> member.instance().containerId())
        .toList();
  }

  @Test
  void ofTwoThatAreCutOffAtOnceNoneIsGivenUpInHaste() {
    DrivenJob copies = copies().run();
    copies.breaks("p0").breaks("p1").pass(Duration.ofSeconds(8));
    assertThat(copies.facts(TrainingFact.MapDefined.class)).hasSize(1);
    copies.registerAgain("p1").pass(Duration.ofSeconds(1));
    assertThat(copies.facts(TrainingFact.MapDefined.class)).hasSize(2);
  }

  @Test
  void aWorkerThatCannotReachAPserverIsReplacedAndThenThePserver() {
    DrivenJob copies = copies("trainer.workers", "2").run();
    copies.say("w0", new FromWorker.Unreachable(new Incarnation(copies.incarnationOf("p1"))));
    assertThat(copies.wanted().released()).containsExactly("w0");
    copies.say("w0", new FromWorker.Unreachable(new Incarnation(copies.incarnationOf("p1"))));
    assertThat(copies.wanted().released()).containsExactly("w0");

    copies.say("w1", new FromWorker.Unreachable(new Incarnation(copies.incarnationOf("p1"))));

    assertThat(copies.wanted().released()).containsExactly("w0", "p1");
    assertThat(copies.facts(TrainingFact.MapDefined.class)).hasSize(2);
    assertThat(copies.view().failure()).isNull();
  }

  @Test
  void ofAPserverThatIsSilentItselfNobodyNeedComplain() {
    DrivenJob copies = copies("trainer.workers", "1").run();
    copies.pass(Duration.ofSeconds(6), "p1");
    copies.say("w0", new FromWorker.Unreachable(new Incarnation(copies.incarnationOf("p1"))));
    copies.breaks("p0");
    copies.say("w0", new FromWorker.Unreachable(new Incarnation(copies.incarnationOf("p0"))));
    assertThat(copies.wanted().released()).isEmpty();
  }

  @Test
  void whatALostPserverHadNotWrittenOthersWrite() {
    DrivenJob copies = copies().run();
    copies.train();
    int writers = copies.said(ToPserver.WriteParts.class).size();
    assertThat(writers).isEqualTo(2);
    List<Integer> first = copies.said("p0", ToPserver.WriteParts.class).get(0).partitions();
    copies.breaks("p0").pass(Duration.ofSeconds(1));
    assertThat(copies.said("p1", ToPserver.WriteParts.class).get(1).partitions()).isEqualTo(first);
    copies.write(copies.view().versions());
    assertThat(copies.facts(EndingFact.PublishingBegun.class)).hasSize(1);
  }

  @Test
  void copiesThatDifferEndTheJob() {
    DrivenJob copies = copies().run();
    copies.say(
        "p0",
        new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE, Map.of(3, 17L, 4, 1L)));
    copies.say(
        "p1",
        new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE, Map.of(3, 18L, 4, 1L)));
    assertThat(copies.said(ToPserver.Commit.class)).isEmpty();
    assertThat(copies.view().failure().message()).contains("copies of partition 3 differ");
  }

  private static DrivenJob copies() {
    return copies("trainer.workers", "1");
  }

  private static DrivenJob copies(String key, String value) {
    return new DrivenJob(
        8, 0, Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2", key, value));
  }
}
