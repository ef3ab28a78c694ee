package trainer.master.job.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.fleet.FleetAction;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A job of four mini-batches whose pservers are lost: it goes back, and does again what was. */
class PserverFailoverTest {
  private final DrivenJob job =
      new DrivenJob(8, 0, Map.of("trainer.minibatch.blocks", "2", "trainer.pservers", "2")).run();

  private TrainingFact.LineOpened newestLine() {
    return job.facts(TrainingFact.LineOpened.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  private TrainingFact.MapDefined newestMap() {
    return job.facts(TrainingFact.MapDefined.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  private void follow() {
    job.each(
        Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), newestLine().base(), true));
  }

  private void replace(String lost) {
    job.ends(lost, 137).startReplacements();
  }

  @Test
  void nothingIsOrderedUntilTheNextPserverIsThere() {
    job.commit(1).ends("p1", 137);
    job.wanted().clear();
    job.pass(Duration.ofSeconds(3));
    job.commit(2);
    assertThat(job.view().version()).isEqualTo(1);
    assertThat(job.view().lifecycle().waitingFor())
        .extracting(JobView.Waiting::what)
        .contains("pservers");
    assertThat(job.said(ToWorker.Order.class)).isEmpty();
    assertThat(job.said(ToMember.NewLine.class)).isEmpty();
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theJobGoesBackToTheInitialValuesAndDoesAllAgain() {
    job.commit(1).commit(2);
    replace("p1");

    assertThat(newestLine().back()).isTrue();
    assertThat(newestLine().base().number()).isZero();
    assertThat(newestMap().map().number()).isEqualTo(2);
    assertThat(newestMap().map().pservers())
        .extracting(pserver -> pserver.incarnation().number())
        .containsExactly(job.incarnationOf("p0"), job.incarnationOf("p2"));
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.lastBack().number()).isEqualTo(line.line().number()));
    assertThat(job.view().version()).isZero();
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);

    job.wanted().clear();
    follow();
    assertThat(job.said("w0", ToWorker.Order.class))
        .extracting(one -> one.version().number())
        .containsExactly(1L, 2L, 3L, 4L);
    job.commit(1);
    assertThat(job.view().results().quality().train().records()).isEqualTo(40);
  }

  private static DrivenJob impatient(String... more) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("trainer.minibatch.blocks", "2");
    settings.put("trainer.pservers", "2");
    settings.put("trainer.allocation.patience", "5s");
    settings.put("trainer.allocation.timeout", "20s");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return new DrivenJob(8, 0, settings).run();
  }

  private static TrainingFact.MapDefined newestMapOf(DrivenJob job) {
    return job.facts(TrainingFact.MapDefined.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void thoseThatAreThereTakeOverWhereNoOtherIsGrantedAndShareWithWhoComesLater() {
    DrivenJob shrunk = impatient();
    shrunk.commit(1).ends("p1", 137).pass(Duration.ofSeconds(4));
    assertThat(shrunk.facts(TargetFact.PserversWanted.class)).isEmpty();
    assertThat(shrunk.view().lifecycle().waitingFor())
        .filteredOn(one -> one.what().equals("pservers"))
        .singleElement()
        .satisfies(one -> assertThat(one.beginsAt()).isEqualTo(one.since() + 5000));
    shrunk.pass(Duration.ofSeconds(2));

    assertThat(newestMapOf(shrunk).map().pservers())
        .extracting(pserver -> pserver.incarnation().number())
        .containsExactly(shrunk.incarnationOf("p0"));
    assertThat(shrunk.view().recovery().rollbacks()).isEqualTo(1);
    assertThat(shrunk.view().failure()).isNull();
    assertThat(shrunk.view().lifecycle().waitingFor())
        .anyMatch(one -> one.what().equals("pservers") && one.asked() == 2);
    assertThat(shrunk.facts(TargetFact.PserversWanted.class))
        .singleElement()
        .satisfies(
            wanted -> {
              assertThat(wanted.indices()).containsExactly(0, 2);
              assertThat(wanted.by())
                  .isEqualTo("goes on with 1 of 2 pservers: no other was granted after 5 s");
            });

    shrunk.each(
        Role.PSERVER, new FromPserver.LineAccepted(shrunk.view().line(), Version.INITIAL, true));
    shrunk.commit(1);
    assertThat(shrunk.view().version()).isEqualTo(1);
    shrunk.startReplacements().pass(Duration.ofSeconds(30));
    assertThat(shrunk.said("p2", ToPserver.Build.class)).isNotEmpty();
  }

  @Test
  void containerThatIsOnItsWayIsWaitedForUntilTheTimeout() {
    DrivenJob slow = impatient();
    slow.commit(1).ends("p1", 137).pass(Duration.ofSeconds(2));
    assertThat(slow.grant()).containsExactly("p2");
    slow.pass(Duration.ofSeconds(10));
    assertThat(slow.facts(TargetFact.PserversWanted.class)).isEmpty();
    slow.pass(Duration.ofSeconds(10));
    assertThat(slow.facts(TargetFact.PserversWanted.class))
        .singleElement()
        .satisfies(wanted -> assertThat(wanted.by()).endsWith("no other was granted after 20 s"));
  }

  @Test
  void whereNobodyIsLeftTheJobFailsWhenNoneIsGranted() {
    DrivenJob alone = impatient("trainer.pservers", "1");
    alone.commit(1).ends("p0", 137).pass(Duration.ofSeconds(21));
    assertThat(alone.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
  }

  @Test
  void whereUpdatesCountOnArrivalNobodyCouldShareAgainSoTheJobFails() {
    DrivenJob async = impatient("trainer.sync", "async");
    async.ends("p1", 137).pass(Duration.ofSeconds(21));
    assertThat(async.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
  }

  @Test
  void theModelIsWrittenAnewWhereAPserverIsLostWhileItIsWritten() {
    job.train();
    job.say(
        "p0",
        new FromPserver.PartsWritten(
            new Version(4), job.wanted().exportFolder(), java.util.List.of()));
    replace("p1");
    follow();
    assertThat(job.view().version()).isZero();
    job.train();
    job.write(4);
    assertThat(job.actions(JobEffect.Publish.class)).hasSize(1);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(2);
  }

  @Test
  void onceAllPartsAreWrittenNoPserverIsMissed() {
    job.train();
    job.write(4);
    job.ends("p1", 137).pass(Duration.ofSeconds(5)).startAsked();
    assertThat(newestLine().back()).isFalse();
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
  }

  @Test
  void oneThatIsLostBeforeItHeldAnythingIsReplacedWithoutGoingBack() {
    DrivenJob young = new DrivenJob(8, 0, Map.of("trainer.pservers", "2")).cut().startAsked();
    young.ends("p1", 137).startReplacements();
    assertThat(young.facts(TrainingFact.LineOpened.class))
        .last()
        .matches(TrainingFact.LineOpened::back);
    DrivenJob younger = new DrivenJob(8, 0, Map.of("trainer.pservers", "2")).cut();
    younger.grant();
    younger.register("p0");
    younger.ends("p1", 137).startReplacements();
    assertThat(younger.facts(TrainingFact.MapDefined.class)).hasSize(1);
    assertThat(younger.view().recovery().rollbacks()).isZero();
  }

  @Test
  void oneThatDoesNotComeUpIsTriedThreeTimesCauseFirst() {
    DrivenJob young = new DrivenJob(8, 0, Map.of()).cut();
    young.grant();
    young.ends("p0", 1).pass(Duration.ofSeconds(2)).grant();
    young.ends("p1", 1).pass(Duration.ofSeconds(5)).grant();
    assertThat(young.view().failure()).isNull();
    young.ends("p2", 1);
    assertThat(young.view().failure().message())
        .startsWith("PSERVER_LOST: pserver 0 ended with exit status 1")
        .contains("CONTAINER_LOST", "p2 on host-p2");
  }

  @Test
  void theThirdThatCannotHoldItsRowsEndsTheJobThoughItHadTwiceAsMuch() {
    Map<String, Integer> then = new TreeMap<>(Map.of("p1", 1536, "p2", 2048));
    for (Map.Entry<String, Integer> one : then.entrySet()) {
      job.ends(one.getKey(), 3);
      job.startReplacements();
      assertThat(job.view().failure()).isNull();
      List<FleetAction.Ask> asks = job.wanted().ofCluster(FleetAction.Ask.class);
      assertThat(asks.get(asks.size() - 1).memoryMb()).isEqualTo(one.getValue());
    }
    job.ends("p3", 3);
    assertThat(job.view().failure().message())
        .startsWith("OUT_OF_MEMORY: 3 pservers ran out of memory before the job came further")
        .contains("heap is full", "p3 on host-p3", "raise trainer.pserver.memory-mb, or");
  }

  @Test
  void lossesWithoutProgressEndTheJob() {
    for (int lost = 0; lost < 11; lost++) {
      assertThat(job.view().failure()).isNull();
      job.ends("p" + (lost + 1), 137);
      job.startReplacements();
    }
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.PSERVER_LOST);
    assertThat(job.said("w0", ToMember.Leave.class)).hasSize(1);
  }

  @Test
  void whatTheClusterTakesAwayCountsAgainstNobody() {
    for (int lost = 0; lost < 20; lost++) {
      job.ends("p" + (lost + 1), -102).startReplacements();
    }
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().recovery().rollbacks()).isEqualTo(20);
  }

  @Test
  void oneThatIsLostWithTheMasterIsReplacedByTheNextMaster() {
    job.commit(1).commit(2).pass(Duration.ofSeconds(2));
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("w0");
    job.pass(Duration.ofSeconds(31)).startAsked();

    assertThat(job.view().failure()).isNull();
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 0);
    assertThat(newestMap().map().pservers())
        .extracting(pserver -> pserver.incarnation().number())
        .containsExactly(job.incarnationOf("p0"), job.incarnationOf("p2"));
  }

  @Test
  void oneThatIsThereButNotInTheMapTakesThePlaceOfTheOneThatIs() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.register("p0", Role.PSERVER, 0, job.spec().datasetDigest(), 7L << 20 | 99);
    assertThat(job.actions(JobEffect.Refuse.class)).isEmpty();
    job.registerAgain("p1");
    assertThat(newestLine().back()).isTrue();
    assertThat(newestMap().map().pservers())
        .extracting(pserver -> pserver.incarnation().number())
        .contains(7L << 20 | 99);
  }

  @Test
  void theMasterAfterOneThatWentBackGoesOnFromThere() {
    job.commit(1).commit(2).pass(Duration.ofSeconds(2));
    replace("p1");
    job.takeOver("p0", "p2", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p2").registerAgain("w0");
    job.say("p0", new FromPserver.Sealed(new Term(8), new Line(1), new Version(2), true));
    job.say("p2", new FromPserver.Sealed(new Term(8), Line.NONE, Version.INITIAL, false));
    assertThat(job.view().failure()).isNull();
    assertThat(newestLine()).matches(line -> line.base().number() == 0 && !line.back());
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.lastBack().number()).isEqualTo(2));
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).isEmpty();
  }
}
