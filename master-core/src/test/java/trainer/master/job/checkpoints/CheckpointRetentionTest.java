package trainer.master.job.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.master.job.RecordingJob;
import trainer.master.job.api.JobEffect;

class CheckpointRetentionTest {
  private final RecordingJob job = new RecordingJob(Map.of("trainer.checkpoint.keep", "2"));
  private final CheckpointRetention retention = new CheckpointRetention(job.context);

  CheckpointRetentionTest() {
    for (long version = 1; version <= 3; version++) {
      job.context.record(
          new CheckpointFact.CheckpointAdded(
              new Version(version),
              0,
              new Line(1),
              "folder-" + version,
              "00",
              9,
              progressed(version),
              null));
    }
  }

  private static TrainingFact.Progressed progressed(long version) {
    return new TrainingFact.Progressed(new Version(version), Metrics.NONE, 0, 0, 0, 0);
  }

  @Test
  void retiresTheOldestAndDeletesItsFiles() {
    retention.retireOldest();
    assertThat(job.facts).contains(new CheckpointFact.CheckpointRetired(new Version(1), 0, ""));
    assertThat(job.effects)
        .containsExactly(
            new JobEffect.SweepCheckpoints(
                3, 0, new Line(1), List.of("folder-2", "folder-3"), true));
  }

  @Test
  void aLateDeletionSparesTheSameVersionOfALaterLine() {
    job.context.record(
        new TrainingFact.LineOpened(
            new Line(2), new Version(3), new Line(1), false, "another map", List.of()));
    retention.retireOldest();
    assertThat(job.effects(JobEffect.SweepCheckpoints.class))
        .extracting(JobEffect.SweepCheckpoints::line)
        .containsExactly(new Line(1));
  }

  @Test
  void sparesTheCheckpointThatBegins() {
    CheckpointFact.CheckpointAsked begun =
        new CheckpointFact.CheckpointAsked(
            new Version(4), 0, new Line(1), "folder-4", progressed(4), null);
    retention.sweepBefore(begun);
    retention.sweepFailed(begun);
    assertThat(job.effects(JobEffect.SweepCheckpoints.class))
        .extracting(sweep -> sweep.kept().contains("folder-4"))
        .containsExactly(true, false);
  }
}
