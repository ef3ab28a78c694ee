package trainer.master.job.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromPserver.Building.Step;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** How pservers come and go while a job trains, and what they hold with them. */
class PserverPlacementTest {
  private final DrivenJob job = job(Map.of("trainer.pservers", "2")).run();

  private static DrivenJob job(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.epochs", "40");
    return new DrivenJob(8, 0, all);
  }

  private static JobEffect.Answer scale(DrivenJob job, int count) {
    job.tell(new JobEvent.ScaleAsked(7, Role.PSERVER, count, "alice"));
    List<JobEffect.Answer> answers = job.actions(JobEffect.Answer.class);
    return answers.get(answers.size() - 1);
  }

  private static PartitionMap map(DrivenJob job) {
    List<TrainingFact.MapDefined> maps = job.facts(TrainingFact.MapDefined.class);
    return maps.get(maps.size() - 1).map();
  }

  private static List<Integer> indices(DrivenJob job) {
    return map(job).pservers().stream().map(PartitionMap.Pserver::index).toList();
  }

  /** Whoever is told to learn does, and everybody follows each line, until nobody is told to. */
  private static void move(DrivenJob job) {
    for (int done = 0; done < job.said(ToPserver.Build.class).size(); done++) {
      learn(job, job.said(ToPserver.Build.class).get(done));
      trainOn(job);
    }
    follow(job);
  }

  private static void learn(DrivenJob job, ToPserver.Build build) {
    String learner =
        job.containersOf(Role.PSERVER).stream()
            .filter(name -> job.said(name, ToPserver.Build.class).contains(build))
            .findFirst()
            .orElseThrow();
    job.say(
        learner,
        new FromPserver.Building(build.number(), Step.NEAR, Line.NONE, Version.INITIAL, ""));
    Line line = job.view().line();
    long version = job.view().version();
    job.say(
        learner,
        new FromPserver.Building(build.number(), Step.DONE, line, new Version(version), "", 64));
    follow(job);
  }

  @Test
  void howTheyEndThatAreNotWantedAnyMoreMattersToNobody() {
    scale(job, 5);
    job.grant();
    scale(job, 2);
    for (String name : List.of("p2", "p3", "p4")) {
      job.ends(name, 1);
    }
    assertThat(job.view().failure()).isNull();
  }

  /** The next version is committed, and training gets its time. */
  private static void trainOn(DrivenJob job) {
    job.commit(job.view().version() + 1).pass(Duration.ofSeconds(1));
  }

  @Test
  void trainingGetsAsMuchTimeAsAMoveTakesBeforeTheNextOneBegins() {
    scale(job, 4);
    job.startAsked();
    ToPserver.Build build = job.said(ToPserver.Build.class).get(0);
    job.say(
        "p2", new FromPserver.Building(build.number(), Step.NEAR, Line.NONE, Version.INITIAL, ""));
    job.pass(Duration.ofSeconds(2));
    job.say(
        "p2",
        new FromPserver.Building(build.number(), Step.DONE, new Line(1), Version.INITIAL, "", 64));
    follow(job);
    job.pass(Duration.ofSeconds(9));
    assertThat(job.said(ToPserver.Build.class)).as("nothing is committed yet").hasSize(1);
    job.commit(1).pass(Duration.ofSeconds(10));
    assertThat(job.said(ToPserver.Build.class)).hasSize(1);
    job.pass(Duration.ofSeconds(25));
    assertThat(job.said(ToPserver.Build.class)).hasSize(2);
  }

  private static void follow(DrivenJob job) {
    for (int line = 0; line < 2; line++) {
      job.each(
          Role.PSERVER,
          new FromPserver.LineAccepted(job.view().line(), new Version(job.view().version()), true));
    }
  }

  @Test
  void whatIsWantedIsRecordedBeforeItIsAnswered() {
    assertThat(scale(job, 4).message()).contains("wants 4 pservers from here on, not 2");
    assertThat(job.facts(TargetFact.PserversWanted.class))
        .singleElement()
        .satisfies(fact -> assertThat(fact.indices()).containsExactly(0, 1, 2, 3))
        .satisfies(fact -> assertThat(fact.by()).isEqualTo("alice"));
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).hasSize(2 + 1 + 2);
    assertThat(job.view().processes().pservers().indices()).hasSize(4);
    assertThat(scale(job, 4).message()).contains("wants 4 pservers already");
    assertThat(job.facts(TargetFact.PserversWanted.class)).hasSize(2);
  }

  @Test
  void trainingGoesOnWhileTheQueueHasNoRoomAndPeopleSeeWhatIsWaitedFor() {
    scale(job, 4);
    job.pass(Duration.ofMinutes(30)).commit(1);
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().version()).isEqualTo(1);
    assertThat(job.view().lifecycle().waitingFor())
        .singleElement()
        .satisfies(
            waiting -> {
              assertThat(waiting.what()).isEqualTo("pservers");
              assertThat(waiting.asked()).isEqualTo(4);
              assertThat(waiting.granted()).isEqualTo(2);
            });
  }

  @Test
  void halfOfAllMovesFromTwoToFourAndAQuarterFromFourToThree() {
    scale(job, 4);
    job.startAsked();
    move(job);
    assertThat(indices(job)).containsExactly(0, 1, 2, 3);
    assertThat(map(job).copies()).allMatch(of -> of.size() == 1);
    assertThat(
            job.view().processes().pservers().moves().stream()
                .mapToInt(m -> m.partitions().size())
                .sum())
        .isEqualTo(16);
    assertThat(job.said(ToPserver.Build.class)).allMatch(build -> build.partitions().size() <= 4);
    assertThat(job.view().lifecycle().waitingFor()).isEmpty();

    trainOn(job);
    scale(job, 3);
    move(job);
    assertThat(indices(job)).containsExactly(0, 1, 2);
    assertThat(
            job.view().processes().pservers().moves().stream()
                .mapToInt(m -> m.partitions().size())
                .sum())
        .isEqualTo(16 + 8);
    assertThat(job.view().recovery().rollbacks()).isZero();
    long version = job.view().version();
    trainOn(job);
    assertThat(job.view().version()).isEqualTo(version + 1);
  }

  @Test
  void aCopyIsInTheMapWhereItWasUntilItIsThereWhereItBelongs() {
    scale(job, 4);
    job.startAsked();
    move(job);
    List<PartitionMap> maps =
        job.facts(TrainingFact.MapDefined.class).stream()
            .map(TrainingFact.MapDefined::map)
            .toList();
    for (int at = 1; at < maps.size(); at++) {
      PartitionMap before = maps.get(at - 1);
      PartitionMap after = maps.get(at);
      for (int partition = 0; partition < 32; partition++) {
        int of = partition;
        assertThat(after.copies().get(partition))
            .as("of partition %d one that was there before", partition)
            .anyMatch(one -> before.holds(after.pservers().get(one).index(), of));
      }
    }
  }

  @Test
  void whoIsNotWantedIsToldToLeaveOnceItHoldsNothingAndThatIsNobodysFailure() {
    scale(job, 1);
    assertThat(job.said("p1", ToMember.Leave.class)).isEmpty();
    move(job);
    assertThat(indices(job)).containsExactly(0);
    assertThat(job.said("p1", ToMember.Leave.class)).hasSize(1);
    job.say("p1", new FromMember.Exiting(true)).breaks("p1").pass(Duration.ofSeconds(1));
    job.ends("p1", 0).pass(Duration.ofSeconds(10));
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().recovery().rollbacks()).isZero();
    assertThat(job.view().lifecycle().waitingFor()).isEmpty();
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).hasSize(2 + 1);
  }

  @Test
  void oneThatDoesNotLeaveIsStopped() {
    scale(job, 1);
    move(job);
    job.pass(Duration.ofMinutes(5));
    assertThat(job.wanted().ofCluster(FleetAction.Release.class))
        .contains(new FleetAction.Release("p1"));
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void aSecondWishInTheMiddleTakesTheFirstOnesPlace() {
    scale(job, 4);
    job.startAsked();
    ToPserver.Build build = job.said(ToPserver.Build.class).get(0);
    job.say(
        "p2", new FromPserver.Building(build.number(), Step.NEAR, Line.NONE, Version.INITIAL, ""));
    scale(job, 2);
    job.commit(1);
    assertThat(job.view().version()).as("nothing is held up").isEqualTo(1);
    assertThat(job.said("p2", ToMember.Leave.class)).hasSize(1);
    assertThat(job.said("p3", ToMember.Leave.class)).hasSize(1);
    assertThat(indices(job)).containsExactly(0, 1);
  }

  @Test
  void whatIsAskedForAndNotThereYetIsTakenBack() {
    scale(job, 4);
    scale(job, 2);
    assertThat(job.wanted().ofCluster(FleetAction.CancelAsk.class)).hasSize(2);
    scale(job, 3);
    List<String> granted = job.grant();
    scale(job, 2);
    assertThat(job.wanted().ofCluster(FleetAction.Release.class))
        .contains(new FleetAction.Release(granted.get(0)));
  }

  @Test
  void theNextMasterGoesOnWithWhatIsWanted() {
    scale(job, 3);
    job.startAsked();
    job.takeOver("p0", "p1", "p2", "w0").cutAgain();
    for (String name : List.of("p0", "p1", "p2", "w0")) {
      job.registerAgain(name);
    }
    job.say("p0", new FromPserver.Sealed(new Term(8), new Line(1), Version.INITIAL, false));
    job.say("p1", new FromPserver.Sealed(new Term(8), new Line(1), Version.INITIAL, false));
    follow(job);
    assertThat(job.said("p2", ToPserver.Build.class)).hasSize(1);
    move(job);
    assertThat(indices(job)).containsExactly(0, 1, 2);
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).isEmpty();
  }

  @Test
  void aJobThatGoesBackIsMappedToThoseThatAreWantedAndThere() {
    scale(job, 3);
    job.startAsked();
    job.ends("p1", 137).startReplacements();
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
    assertThat(indices(job)).containsExactly(0, 1, 2);
    assertThat(map(job).pservers())
        .extracting(one -> one.incarnation().number())
        .contains(job.incarnationOf("p3"));
  }

  @Test
  void oneThatIsLostBeforeItsCopiesAreElsewhereTakesTheJobBackToTheOthersAtOnce() {
    scale(job, 1);
    job.ends("p1", 137);
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
    assertThat(indices(job)).containsExactly(0);
  }

  @Test
  void aLostCopyIsLearntThoughMoreAreWantedThanTheQueueHasRoomFor() {
    DrivenJob two = job(Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2")).run();
    scale(two, 5);
    two.pass(Duration.ofSeconds(1)).breaks("p0").pass(Duration.ofSeconds(1)).ends("p0", 137);
    two.pass(Duration.ofSeconds(2));
    two.register(two.grant(4).get(3));
    move(two);
    assertThat(map(two).copies()).allMatch(of -> of.size() == 2);
  }

  @Test
  void fewerThanTheCopiesOfAPartitionAreRefused() {
    DrivenJob two = job(Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2")).run();
    JobEffect.Answer answer = scale(two, 1);
    assertThat(answer.accepted()).isFalse();
    assertThat(answer.message())
        .isEqualTo(
            "2 copies of each partition (trainer.pserver.replicas) need as many pservers, not 1");
    assertThat(two.facts(TargetFact.PserversWanted.class)).isEmpty();
  }

  @Test
  void whereNobodyWaitsItIsRefusedAndSoItIsOnceAllIsTrained() {
    DrivenJob async = job(Map.of("trainer.sync", "async")).run();
    assertThat(scale(async, 2).message()).contains("trainer.sync=async");
    job.train();
    assertThat(scale(job, 3).message()).contains("is trained");
    assertThat(job.actions(JobEffect.Answer.class)).noneMatch(JobEffect.Answer::accepted);
  }

  @Test
  void aPserverWhoseContainerIsGoingToBeTakenIsLeftForAnotherOne() {
    job.fleet(new FleetEvent.Leaving(List.of("p1", "w0"), "its node is decommissioned"));
    job.fleet(new FleetEvent.Leaving(List.of("p1", "w0"), "its node is decommissioned"));
    assertThat(job.facts(TargetFact.PserversWanted.class))
        .singleElement()
        .satisfies(fact -> assertThat(fact.indices()).containsExactly(0, 2))
        .satisfies(
            fact -> assertThat(fact.by()).isEqualTo("pserver 1: its node is decommissioned"));
    job.startAsked();
    move(job);
    assertThat(indices(job)).containsExactly(0, 2);
    assertThat(job.said("p1", ToMember.Leave.class)).hasSize(1);
    job.ends("p1", -102).pass(Duration.ofSeconds(3));
    assertThat(job.view().recovery().rollbacks()).isZero();
    assertThat(job.view().recovery().survived())
        .extracting(JobView.Survived::what)
        .noneMatch(what -> what.contains("p1"));
  }

  @Test
  void aWorkerWhoseContainerIsGoingToBeTakenIsLetGoAndOthersDoItsShare() {
    DrivenJob two = job(Map.of("trainer.workers", "2")).run();
    List<Integer> blocks = two.blocksOf("w0", 1);
    assertThat(blocks).isNotEmpty();
    two.fleet(new FleetEvent.Leaving(List.of("w0"), "it is preempted"));
    two.fleet(new FleetEvent.Leaving(List.of("w0"), "it is preempted"));
    assertThat(two.said("w0", ToMember.Leave.class)).hasSize(1);
    assertThat(two.blocksOf("w1", 1)).containsAll(blocks);
    two.ends("w0", 0).pass(Duration.ofSeconds(1)).commit(1);
    assertThat(two.view().version()).isEqualTo(1);
    assertThat(two.view().recovery().survived()).isEmpty();
    assertThat(two.wanted().ofCluster(FleetAction.Ask.class)).hasSize(1 + 2 + 1);
    assertThat(two.wanted().ofCluster(FleetAction.Release.class)).isEmpty();
  }

  @Test
  void aWorkerThatIsStillToComeLeavesAsSoonAsItIsThere() {
    DrivenJob two = job(Map.of("trainer.workers", "2")).run();
    two.ends("w1", 137).pass(Duration.ofSeconds(3)).grant();
    two.fleet(new FleetEvent.Leaving(List.of("w2"), "it is preempted"));
    two.register("w2");
    assertThat(two.said("w2", ToMember.Leave.class)).hasSize(1);
  }

  @Test
  void aWorkerThatDoesNotLeaveIsStopped() {
    DrivenJob two = job(Map.of("trainer.workers", "2")).run();
    two.fleet(new FleetEvent.Leaving(List.of("w0"), "it is preempted"));
    two.pass(Duration.ofMinutes(2));
    assertThat(two.wanted().ofCluster(FleetAction.Release.class))
        .containsExactly(new FleetAction.Release("w0"));
  }

  @Test
  void whatIsGoingToBeTakenMovesWithoutRestAndThoughNobodyTrains() {
    DrivenJob three = job(Map.of("trainer.pservers", "3", "trainer.pserver.moves", "2")).run();
    three.fleet(new FleetEvent.Leaving(List.of("w0", "p1"), "it is preempted"));
    three.ends("w0", 0).pass(Duration.ofSeconds(6));
    for (int done = 0; done < three.said(ToPserver.Build.class).size(); done++) {
      learn(three, three.said(ToPserver.Build.class).get(done));
    }
    assertThat(indices(three)).containsExactly(0, 2);
    assertThat(three.said("p1", ToMember.Leave.class)).hasSize(1);
    assertThat(three.view().version()).isZero();
  }

  @Test
  void whereNobodyComesInTimeTheOthersTakeWhatItHas() {
    job.fleet(new FleetEvent.Leaving(List.of("p1"), "it is preempted"));
    job.pass(Duration.ofSeconds(4));
    assertThat(job.said(ToPserver.Build.class)).isEmpty();
    job.pass(Duration.ofSeconds(2));
    move(job);
    assertThat(indices(job)).containsExactly(0);
  }
}
