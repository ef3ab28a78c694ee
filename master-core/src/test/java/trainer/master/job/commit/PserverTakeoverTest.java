package trainer.master.job.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.fleet.FleetAction;
import trainer.master.job.DrivenInput;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** A master that takes over a job of eight blocks in four mini-batches. */
class PserverTakeoverTest {
  private static final Metrics OF_ONE = new Metrics(40, ExactSum.of(7), ExactSum.ZERO);

  private final DrivenJob job =
      new DrivenJob(8, 0, Map.of("trainer.minibatch.blocks", "2", "trainer.pservers", "2")).run();

  /** The processes of before find the new master. */
  private DrivenJob takeOver() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    return job.registerAgain("p0").registerAgain("p1").registerAgain("w0");
  }

  private void sealed(String name, Line line, long committed, boolean complete, Metrics... since) {
    job.say(
        name,
        new FromPserver.Sealed(
            new Term(8),
            line,
            new Version(committed),
            complete,
            since.length == 0 ? 0 : 1,
            List.of(since)));
  }

  private void follow() {
    long base =
        job.facts(TrainingFact.LineOpened.class).stream().reduce((a, b) -> b).get().base().number();
    job.each(
        Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), new Version(base), true));
  }

  private TrainingFact.LineOpened newestLine() {
    return job.facts(TrainingFact.LineOpened.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void everyProcessKeepsItsIncarnationAndNothingIsAskedForAgain() {
    long before = job.incarnationOf("w0");
    takeOver();
    sealed("p0", new Line(1), 0, false);
    sealed("p1", new Line(1), 0, false);
    follow();
    assertThat(job.incarnationOf("w0")).isEqualTo(before);
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).isEmpty();
    assertThat(job.wanted().released()).isEmpty();
    assertThat(job.said("w0", ToWorker.Order.class))
        .isNotEmpty()
        .allMatch(order -> order.line().number() == 2 && order.term().number() == 8);
    job.train();
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(4)));
  }

  @Test
  void whatAllHoldIsCommittedThoughNobodyWasTold() {
    job.commit(1);
    takeOver();
    sealed("p0", new Line(1), 1, true, OF_ONE, OF_ONE);
    assertThat(job.facts(TrainingFact.LineOpened.class)).hasSize(1);
    sealed("p1", new Line(1), 2, false);

    assertThat(newestLine().base().number()).isEqualTo(2);
    assertThat(newestLine().lineOfBase().number()).isEqualTo(1);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .extracting(one -> one.base().number())
        .containsExactly(2L);
    assertThat(job.view().results().quality().train()).isEqualTo(OF_ONE.plus(OF_ONE));
    assertThat(job.view().progress().recordsComputed()).isEqualTo(80);
  }

  @Test
  void whatOneDoesNotHoldIsComputedAnew() {
    job.commit(1);
    takeOver();
    sealed("p0", new Line(1), 1, true, OF_ONE, OF_ONE);
    sealed("p1", new Line(1), 1, false);
    assertThat(newestLine().base().number()).isEqualTo(1);
    assertThat(job.view().results().quality().train()).isEqualTo(OF_ONE);
  }

  @Test
  void aCopyThatHasNotHeardOfTheNewestLineHoldsItsBase() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p1");
    sealed("p0", new Line(1), 1, true);
    sealed("p1", new Line(1), 1, true);
    assertThat(newestLine().base().number()).isEqualTo(2);

    job.takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p1");
    job.say("p0", new FromPserver.Sealed(new Term(9), new Line(2), new Version(2), false));
    job.say("p1", new FromPserver.Sealed(new Term(9), new Line(1), new Version(1), true));
    assertThat(newestLine().line().number()).isEqualTo(3);
    assertThat(newestLine().base().number()).isEqualTo(2);
    assertThat(newestLine().lineOfBase().number()).isEqualTo(1);
  }

  @Test
  void copiesThatCannotHaveComeToThisStopTheJob() {
    takeOver();
    sealed("p0", new Line(1), 3, false);
    sealed("p1", new Line(1), 1, false);
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.UNEXPECTED);
    assertThat(job.facts(TrainingFact.LineOpened.class)).hasSize(1);
  }

  @Test
  void workersThatHaveNotComeBackHoldNothingUp() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p1");
    sealed("p0", new Line(1), 0, false);
    sealed("p1", new Line(1), 0, false);
    follow();
    assertThat(job.said(ToWorker.Order.class)).isEmpty();
    job.registerAgain("w0");
    assertThat(job.said("w0", ToWorker.Order.class)).isNotEmpty();
  }

  @Test
  void aProcessThatDoesNotComeBackIsLostAfterAWhile() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p1");
    job.pass(Duration.ofSeconds(29));
    assertThat(job.wanted().released()).isEmpty();
    job.pass(Duration.ofSeconds(2));
    assertThat(job.wanted().released()).containsExactly("w0");
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).hasSize(1);
    assertThat(job.registerAgain("w0").wanted().actions(JobEffect.Refuse.class)).hasSize(1);
  }

  @Test
  void aPserverThatWasLostWithAMasterBeforeItHeldAnythingIsReplaced() {
    DrivenJob young = new DrivenJob(8, 0, Map.of("trainer.pservers", "2")).cut();
    young.grant();
    young.register("p0");
    young.takeOver("p0").cutAgain().registerAgain("p0").ends("p1", -100).startAsked();
    assertThat(young.view().failure()).isNull();
    assertThat(young.containersOf(Role.PSERVER)).containsExactly("p0", "p2");
    assertThat(young.facts(TrainingFact.MapDefined.class)).hasSize(1);
  }

  @Test
  void aPserverThatDoesNotComeBackAndHeldNothingIsReplaced() {
    DrivenJob young = new DrivenJob(8, 0, Map.of("trainer.pservers", "2")).cut();
    young.grant();
    young.register("p0");
    young.takeOver("p0", "p1").cutAgain().registerAgain("p0");
    young.pass(Duration.ofSeconds(31)).startAsked();
    assertThat(young.wanted().released()).containsExactly("p1");
    assertThat(young.containersOf(Role.PSERVER)).containsExactly("p0", "p2");
  }

  @Test
  void aProcessThatHasComeBackIsThereThoughTheClusterIsSlowToFindIt() {
    job.takeOver().cutAgain().registerAgain("p0").registerAgain("p1").registerAgain("w0");
    job.pass(Duration.ofSeconds(15));
    assertThat(job.view().failure()).isNull();
    assertThat(job.wanted().released()).isEmpty();
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).isEmpty();
  }

  @Test
  void aPserverThatNeverHeardThatItIsInTheMapIsTheOneInTheMap() {
    job.takeOver("p0", "p1", "w0").cutAgain();
    Incarnation incarnation = new Incarnation(job.incarnationOf("p0"));
    assertThat(job.register("p0", Role.PSERVER, 0, job.spec().datasetDigest(), 0))
        .isEqualTo(incarnation.number());
  }

  @Test
  void anInputThatChangedMeanwhileFailsTheJob() {
    job.takeOver("p0", "p1", "w0");
    job.tell(new JobEvent.Indexed(DrivenInput.index(8), "other", null, BadRecords.NONE));
    assertThat(job.view().failure().message())
        .startsWith("INPUT_CHANGED: files are not those")
        .contains("hdfs://x/in");
  }

  @Test
  void aFileThatWasWrittenMeanwhileIsNamed() {
    job.takeOver("p0", "p1", "w0");
    BlockIndex files =
        new BlockIndex.Builder()
            .file(new InputFile("hdfs://x/in/a", 1000, 7))
            .block(0, 10, 10)
            .file(new InputFile("hdfs://x/in/b", 1000, 3_000))
            .block(0, 10, 10)
            .build();
    job.tell(new JobEvent.Indexed(files, "other", null, BadRecords.NONE));
    assertThat(job.view().failure().message())
        .startsWith("INPUT_CHANGED: a file that was written after the job began")
        .contains("hdfs://x/in/b");
  }

  @Test
  void anEndThatWasDecidedIsCarriedOut() {
    job.tell(new JobEvent.KillAsked("alice"));
    job.takeOver("p0", "p1", "w0").registerAgain("w0");
    assertThat(job.said("w0", ToMember.Leave.class)).hasSize(1);
    assertThat(job.actions(JobEffect.CutInput.class)).isEmpty();
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.KILLED_BY_USER);
  }

  @Test
  void aModelThatWasPublishedAndNotRecordedIsAdopted() {
    job.train();
    job.write(4);
    assertThat(job.facts(EndingFact.PublishingBegun.class)).hasSize(1);
    job.takeOver("p0", "p1", "w0");
    assertThat(job.actions(JobEffect.FindModel.class))
        .containsExactly(new JobEffect.FindModel(4, "hdfs://x/out._application_1_0001.1-7"));
    assertThat(job.actions(JobEffect.CutInput.class)).isEmpty();
    job.tell(new JobEvent.KillAsked("alice"));
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
    assertThat(job.view().results().modelId()).isEqualTo("id");
    assertThat(job.actions(JobEffect.Publish.class)).isEmpty();
  }

  @Test
  void aModelThatWasNotPublishedIsMadeAgain() {
    job.train();
    job.write(4);
    job.takeOver("p0", "p1", "w0").tell(new JobEvent.NotPublished()).cutAgain();
    job.registerAgain("p0").registerAgain("p1");
    sealed("p0", new Line(1), 4, false);
    sealed("p1", new Line(1), 3, true);
    follow();
    job.write(4);
    assertThat(job.actions(JobEffect.Publish.class)).hasSize(1);
    assertThat(job.said(ToPserver.WriteParts.class)).allMatch(order -> order.line().number() == 2);
  }

  @Test
  void aKillWhileTheModelIsLookedForCountsIfThereIsNone() {
    job.train();
    job.write(4);
    job.takeOver("p0", "p1", "w0").tell(new JobEvent.KillAsked("alice"));
    assertThat(job.facts(EndingFact.EndDecided.class)).isEmpty();
    job.tell(new JobEvent.NotPublished());
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
  }

  @Test
  void whatIsHeardBeforeTheModelIsLookedForDoesNotOverruleIt() {
    job.train();
    job.write(4);
    job.join("p0", "p1", "w0").ends("p1", 137).tell(new JobEvent.KillAsked("alice")).lead();
    assertThat(job.facts(EndingFact.EndDecided.class)).isEmpty();
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void whatIsHeardBeforeTheModelIsLookedForCountsIfThereIsNone() {
    job.train();
    job.write(4);
    job.join("p0", "p1", "w0").ends("p1", 137).lead().tell(new JobEvent.NotPublished());
    job.cutAgain().registerAgain("p0").startReplacements();
    assertThat(newestLine().back()).isTrue();
  }

  @Test
  void aModelThatIsInItsPlaceIsAdoptedHoweverManyMastersWereLost() {
    job.train();
    job.write(4);
    for (int i = 0; i < 4; i++) {
      job.takeOver("p0", "p1", "w0");
    }
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
  }

  @Test
  void mastersThatGetNoFurtherEndAJobWhoseModelIsNotInItsPlace() {
    job.train();
    job.write(4);
    for (int i = 0; i < 5; i++) {
      job.takeOver("p0", "p1", "w0");
    }
    job.tell(new JobEvent.NotPublished());
    assertThat(job.view().failure().message()).startsWith("MASTER_CRASH_LOOP: 4 masters in a row");
  }

  @Test
  void aJobThatIsOverIsNotBegunAgain() {
    job.train();
    job.write(4);
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();
    job.takeOver();
    assertThat(job.actions(JobEffect.Over.class))
        .containsExactly(new JobEffect.Over(JobState.EXITED));
    assertThat(job.facts(EndingFact.Ended.class)).hasSize(1);
    assertThat(job.view().results().modelId()).isEqualTo("id");
  }

  @Test
  void mastersThatGetTheJobNoFurtherEndIt() {
    for (int i = 0; i < 2; i++) {
      job.takeOver("p0", "p1", "w0");
    }
    assertThat(job.view().failure()).isNull();
    job.takeOver("p0", "p1", "w0");
    assertThat(job.view().failure()).isNull();
    job.takeOver("p0", "p1", "w0");
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.MASTER_CRASH_LOOP);
  }

  @Test
  void theReportNamesTheMastersAndTheLossThatWasSurvived() {
    job.commit(1).pass(Duration.ofSeconds(2)).takeOver("p0", "p1", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p1").registerAgain("w0");
    sealed("p0", new Line(1), 1, false, OF_ONE);
    sealed("p1", new Line(1), 1, false);
    follow();
    assertThat(job.view().recovery().survived()).isEmpty();
    job.pass(Duration.ofSeconds(1)).commit(2);
    assertThat(job.view().recovery().masters())
        .extracting(master -> master.term())
        .containsExactly(7L, 8L);
    assertThat(job.view().recovery().survived()).hasSize(1);
    assertThat(job.view().recovery().survived().get(0).what()).isEqualTo("the master of term 7");
    assertThat(job.view().recovery().survived().get(0).seconds()).isBetween(3.0, 5.5);
  }

  @Test
  void aStopThatIsAskedForDuringTheTakeoverIsKept() {
    job.takeOver("p0", "p1", "w0").tell(new JobEvent.StopAsked("alice")).cutAgain();
    job.registerAgain("p0").registerAgain("p1").registerAgain("w0");
    sealed("p0", new Line(1), 2, false);
    sealed("p1", new Line(1), 2, false);
    follow();
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(2)));
  }

  @Test
  void recordsComputedGoOnFromWhatWasNoted() {
    job.say("w0", new FromMember.Heartbeat(0, 70, -1)).commit(1);
    assertThat(job.view().progress().recordsComputed()).isEqualTo(70);
    takeOver();
    sealed("p0", new Line(1), 1, false, OF_ONE);
    sealed("p1", new Line(1), 1, false);
    follow();
    // Its first word was 0: what it says beyond that is not in what was noted.
    job.say("w0", new FromMember.Heartbeat(0, 30, -1)).commit(2);
    assertThat(job.view().progress().recordsComputed()).isEqualTo(100);
  }
}
