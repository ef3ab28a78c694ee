package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToPserver;
import trainer.master.fleet.FleetAction;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;

class BadRecordBudgetTest {
  private static final Failure NAN =
      new Failure(FailureKind.DATA_INVALID, "the value is not a number", "a at byte 7", "mend it");

  private static DrivenJob running(int tolerated, int held) {
    return new DrivenJob(
            8,
            held,
            Map.of(
                "trainer.epochs", "2", "trainer.input.max-bad-records", String.valueOf(tolerated)))
        .run();
  }

  private static FromWorker.BadRecords read(long offset, long count) {
    return new FromWorker.BadRecords("hdfs://x/in/a", offset, 0, count, NAN);
  }

  private static void commit(DrivenJob job, long version, long bad) {
    job.say(
        "p0",
        new FromPserver.Complete(
            new Line(1),
            new Version(version),
            new Metrics(40, ExactSum.of(7), ExactSum.ZERO, bad)));
  }

  @Test
  void withoutToleranceTheFirstBrokenRecordEndsTheJobByName() {
    DrivenJob job = running(0, 0).say("w0", read(0, 1));
    assertThat(job.view().failure()).isEqualTo(NAN);
  }

  @Test
  void aBlockReadAgainCountsOnce() {
    DrivenJob job = running(3, 0);
    job.say("w0", read(0, 2)).say("w0", read(10, 1)).say("w0", read(0, 2));
    assertThat(job.view().failure()).isNull();
    job.say("w0", read(20, 1));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.DATA_INVALID);
    assertThat(job.view().failure().message())
        .contains(
            "4 broken records are more than trainer.input.max-bad-records=3",
            "the value is not a number — a at byte 7");
  }

  @Test
  void everyEpochMeetsTheSameOnes() {
    DrivenJob job = running(3, 0);
    commit(job, 1, 1);
    commit(job, 2, 2);
    commit(job, 3, 2);
    commit(job, 4, 1);
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().progress().badRecords()).isEqualTo(3);
    assertThat(job.facts(TrainingFact.Progressed.class))
        .last()
        .extracting(TrainingFact.Progressed::badRecords)
        .isEqualTo(3L);
  }

  @Test
  void aModelIsNeverMadeOfMoreThanIsToleratedThoughNobodySaidSo() {
    DrivenJob job = running(2, 0);
    commit(job, 1, 1);
    commit(job, 2, 2);
    job.pass(Duration.ofSeconds(3));
    assertThat(job.view().failure().message()).contains("3 broken records", "workers' logs");
    assertThat(job.actions(JobEffect.Publish.class)).isEmpty();
  }

  @Test
  void aCountThatOvertakesItsReportWaitsForIt() {
    DrivenJob job = running(0, 0);
    commit(job, 1, 1);
    assertThat(job.view().failure()).isNull();
    job.say("w0", read(0, 1));
    assertThat(job.view().failure()).isEqualTo(NAN);
  }

  @Test
  void nothingIsWrittenWhileTheLastCountWaits() {
    DrivenJob job = running(0, 0);
    long last = job.view().versions();
    for (long version = 1; version <= last; version++) {
      commit(job, version, version == last ? 1 : 0);
    }
    job.pass(Duration.ofSeconds(1));
    assertThat(job.view().failure()).isNull();
    assertThat(job.said(ToPserver.WriteParts.class)).isEmpty();
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.DATA_INVALID);
    assertThat(job.said(ToPserver.WriteParts.class)).isEmpty();
  }

  @Test
  void whatCuttingFoundAndTheHeldOutRecordsCountToo() {
    DrivenJob job = new DrivenJob(4, 4, Map.of("trainer.input.max-bad-records", "3"));
    job.cut(new BadRecords(2, NAN)).startAsked();
    job.say("p0", new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true)).startAsked();
    commit(job, 1, 1);
    assertThat(job.view().failure()).isNull();
    Evaluation one =
        new Evaluation(
            new Metrics(10, ExactSum.of(3), ExactSum.ZERO, 1), ScoreCounts.NONE, ScoreCounts.NONE);
    job.evaluated("w0", 0, one);
    assertThat(job.view().failure().message()).contains("4 broken records");
    assertThat(job.view().state()).isNotEqualTo(JobState.EXITED);
  }

  @Test
  void anInputThatIsTooBrokenToBeCutStartsNothing() {
    DrivenJob job = new DrivenJob(4, 0, Map.of()).cut(new BadRecords(2, NAN));
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class)).isEmpty();
    assertThat(job.view().state()).isEqualTo(JobState.FAILED);
  }

  @Test
  void aJobThatMetNoSoundRecordMakesNoModel() {
    DrivenJob job = running(10, 0);
    for (long version = 1; version <= job.view().versions(); version++) {
      long bad = version == 1 ? 3 : 0;
      Metrics none = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO, bad);
      job.say("p0", new FromPserver.Complete(new Line(1), new Version(version), none));
    }

    assertThat(job.said(ToPserver.WriteParts.class)).isEmpty();
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.FAILED);
    assertThat(job.view().failure().message())
        .startsWith("INPUT_EMPTY: the input holds no record but 3 broken ones");
  }
}
