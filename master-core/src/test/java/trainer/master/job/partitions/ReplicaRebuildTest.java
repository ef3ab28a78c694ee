package trainer.master.job.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.FromPserver.Building.Step;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;

/** How a lost copy comes to be there again; p2 is the process that comes into the place of p0. */
class ReplicaRebuildTest {
  private final DrivenJob job =
      new DrivenJob(8, 0, Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2")).run();
  private long build;

  @BeforeEach
  void loseOne() {
    job.breaks("p0").pass(Duration.ofSeconds(1)).startReplacements();
    build = lastBuild().number();
  }

  private ToPserver.Build lastBuild() {
    List<ToPserver.Build> builds = job.said("p2", ToPserver.Build.class);
    return builds.get(builds.size() - 1);
  }

  private void learner(Step step, Line line, long version) {
    job.say("p2", new FromPserver.Building(build, step, line, new Version(version), "as told"));
  }

  private List<Long> commits() {
    return job.said("p1", ToPserver.Commit.class).stream()
        .map(one -> one.version().number())
        .toList();
  }

  private List<PartitionMap> maps() {
    return job.facts(TrainingFact.MapDefined.class).stream()
        .map(TrainingFact.MapDefined::map)
        .toList();
  }

  private void complete(long version) {
    job.say("p1", new FromPserver.Complete(new Line(1), new Version(version), Metrics.NONE));
  }

  @Test
  void whoComesInItsPlaceLearnsAllItHeldFromTheOther() {
    assertThat(lastBuild().partitions()).hasSize(32);
    assertThat(lastBuild().map()).isEqualTo(maps().get(1));
  }

  @Test
  void nobodyElseLearnsWhatIsToBeWithTheOneThatIsStillToCome() {
    DrivenJob three =
        new DrivenJob(8, 0, Map.of("trainer.pservers", "3", "trainer.pserver.replicas", "2")).run();
    three.breaks("p0").pass(Duration.ofSeconds(2));
    assertThat(three.said(ToPserver.Build.class)).isEmpty();
    three.startReplacements();
    assertThat(three.said("p3", ToPserver.Build.class)).hasSize(1);
  }

  @Test
  void versionsAreCommittedWithoutTheLearner() {
    complete(1);
    assertThat(commits()).containsExactly(1L);
  }

  @Test
  void whatIsNearIsClosedAtTheNewestVersionAndAdmittedWithALineFromThere() {
    complete(1);
    learner(Step.NEAR, Line.NONE, 0);
    complete(2);
    assertThat(commits()).as("nothing is committed meanwhile").containsExactly(1L);
    assertThat(job.said("p2", ToPserver.CloseBuild.class))
        .containsExactly(
            new ToPserver.CloseBuild(DrivenJob.TERM, build, new Line(1), new Version(1)));

    learner(Step.DONE, new Line(1), 1);

    PartitionMap map = maps().get(2);
    assertThat(map.copies()).hasSize(32).allMatch(of -> of.size() == 2);
    assertThat(job.facts(TrainingFact.LineOpened.class))
        .last()
        .extracting("base")
        .isEqualTo(new Version(1));
    assertThat(job.said("p2", ToMember.NewLine.class))
        .singleElement()
        .satisfies(line -> assertThat(line.map()).isEqualTo(map))
        .satisfies(line -> assertThat(line.base().number()).isEqualTo(1));
    assertThat(job.said("p1", ToMember.NewLine.class)).last().extracting("map").isEqualTo(map);
  }

  @Test
  void whatIsNotAtTheNewestVersionIsClosedAgain() {
    complete(1);
    learner(Step.NEAR, Line.NONE, 0);
    learner(Step.DONE, new Line(1), 0);
    assertThat(maps()).hasSize(2);
    assertThat(job.said("p2", ToPserver.CloseBuild.class)).hasSize(2);
  }

  /** Seed 50044 of the simulation: three workers die at one share, which opens a line. */
  @Test
  void aReportThatIsOnItsWayWhileALineOpensAdmitsNobody() {
    for (String worker : List.of("w0", "w1")) {
      job.dies(worker, 52);
      job.startReplacements();
    }
    learner(Step.NEAR, Line.NONE, 0);
    job.dies("w2", 52);
    assertThat(job.view().line()).isEqualTo(new Line(2));
    learner(Step.DONE, new Line(1), 0);
    assertThat(maps()).as("nobody is admitted").hasSize(2);
  }

  @Test
  void anAttemptThatFailsHoldsUpNothingAndIsMadeAgain() {
    learner(Step.NEAR, Line.NONE, 0);
    complete(1);
    learner(Step.FAILED, Line.NONE, 0);
    assertThat(commits()).containsExactly(1L);
    job.pass(Duration.ofSeconds(1));
    assertThat(lastBuild().number()).isGreaterThan(build);
  }

  @Test
  void aLearnerThatIsLostHoldsUpNothing() {
    learner(Step.NEAR, Line.NONE, 0);
    complete(1);
    job.breaks("p2").pass(Duration.ofMillis(100));
    assertThat(commits()).containsExactly(1L);
  }

  @Test
  void aLearnerThatNeverEndsIsGivenUp() {
    learner(Step.NEAR, Line.NONE, 0);
    complete(1);
    job.pass(Duration.ofSeconds(9));
    assertThat(commits()).isEmpty();
    job.pass(Duration.ofSeconds(2));
    assertThat(commits()).containsExactly(1L);
  }

  @Test
  void theReportSaysHowLongNothingWasCommitted() {
    assertThat(job.view().recovery().survived()).isEmpty();
    complete(1);
    assertThat(job.view().recovery().survived())
        .singleElement()
        .extracting(JobView.Survived::seconds)
        .asInstanceOf(InstanceOfAssertFactories.DOUBLE)
        .isGreaterThan(0.9);
  }
}
