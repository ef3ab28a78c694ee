package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Reduction;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.feature.Moments;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** A job that counts for 4 versions, folds, and trains for 4. */
class EarlierJobTest {
  private static final TableSpec TABLE = new TableSpec("w", 1, Initializer.ZERO, true, 20);
  private static final List<Phase> PHASES =
      List.of(
          new Phase.Passes("count", 1),
          new Phase.Aggregate("fold", "w", List.of(Reduction.sum("rows"))),
          new Phase.Passes("train", 1));

  private static EarlierJob job(Fact... facts) {
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 1),
            "alice",
            "hdfs://x/jobs/1",
            Map.of("trainer.input", "hdfs://x/in"),
            new ModelSpec(List.of(TABLE), PHASES),
            List.of(),
            "0.1.0");
    List<Fact> all = new ArrayList<>();
    all.add(new JobFact.JobDefined("{}", 1, "order", "digest", 8, 8));
    all.addAll(List.of(facts));
    return new EarlierJob(spec, all);
  }

  private static ResultFact.Aggregated aggregated(long version, int fold) {
    return new ResultFact.Aggregated(
        new Version(version), fold, new Aggregate("fold", Map.of(), Map.of()));
  }

  private static CheckpointFact.CheckpointAdded kept(long version) {
    TrainingFact.Progressed at =
        new TrainingFact.Progressed(
            new Version(version), Metrics.NONE, 0, 0, 0, 0, Speculated.NOTHING);
    return new CheckpointFact.CheckpointAdded(
        new Version(version), 0, new Line(3), "at-" + version, "00", 9, at, null);
  }

  private static ResultFact.Scored scored(long version) {
    return new ResultFact.Scored(
        new Version(version), 1, Metrics.NONE, EvaluationSummary.NONE, 1000);
  }

  private static List<Fact> origin(EarlierJob job) {
    return job.originAt(job.checkpoints());
  }

  @Test
  void anAggregateThatHadItsTurnIsTakenOver() {
    assertThat(origin(job(aggregated(4, 1), kept(6)))).contains(aggregated(4, 1));
  }

  /** A stop in the first phase folds what it skips at the end; so do summaries of tables. */
  @Test
  void whatWasFoldedAtTheEndIsNot() {
    List<Fact> origin = origin(job(aggregated(3, 1), aggregated(3, 3), kept(3)));
    assertThat(origin).noneMatch(ResultFact.Aggregated.class::isInstance);
  }

  @Test
  void pointsAfterTheNewestCheckpointAreScoredAgain() {
    List<Fact> origin = origin(job(kept(4), scored(4), scored(6)));
    assertThat(origin).contains(scored(4)).doesNotContain(scored(6));
  }

  @Test
  void allCheckpointsAreTakenOverUnderNoLine() {
    assertThat(origin(job(kept(2), kept(5))))
        .filteredOn(CheckpointFact.CheckpointAdded.class::isInstance)
        .map(CheckpointFact.CheckpointAdded.class::cast)
        .allSatisfy(one -> assertThat(one.line()).isEqualTo(Line.NONE))
        .extracting(CheckpointFact.CheckpointAdded::folder)
        .containsExactly("at-2", "at-5");
  }

  @Test
  void momentsAreTakenOverOnceTheyAreWhole() {
    TrainingFact.Measured first = new TrainingFact.Measured(0, 2, List.of(Moments.NONE));
    TrainingFact.Measured second = new TrainingFact.Measured(1, 2, List.of(Moments.NONE));
    assertThat(origin(job(first))).isEmpty();
    assertThat(origin(job(first, second))).containsExactly(first, second);
  }
}
