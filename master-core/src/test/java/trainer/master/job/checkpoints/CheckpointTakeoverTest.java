package trainer.master.job.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** A job that is kept every second, when another master takes over. */
class CheckpointTakeoverTest extends KeptJob {
  @Test
  void theNextMasterGoesBackToWhatIsRecorded() {
    job.commit(1);
    keep(2);
    job.commit(3).pass(Duration.ofSeconds(2));
    job.takeOver("p0", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("w0");
    job.pass(Duration.ofSeconds(31)).startAsked();
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 2);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).endsWith("/checkpoints/2-1-7"));
  }

  @Test
  void whatAnEarlierMasterFinishedAndDidNotRecordIsAdoptedOnce() {
    keep(1);
    cut(2);
    write("p0");
    String folder = folder("p0");
    job.takeOver("p0", "p1", "w0").cutAgain();
    assertThat(job.actions(JobEffect.FindCheckpoint.class))
        .containsExactly(new JobEffect.FindCheckpoint(2, new Line(1), folder));
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    assertThat(kept()).containsExactly(1L, 2L);
    assertThat(job.facts(CheckpointFact.CheckpointAdded.class))
        .filteredOn(added -> added.version().number() == 2)
        .singleElement()
        .satisfies(added -> assertThat(added.at().epoch().records()).isEqualTo(80));
  }

  @Test
  void aSearchThatTheStorageRefusesEndsNoJob() {
    DrivenJob strict = job("trainer.checkpoint.on-failure", "fail");
    strict.pass(Duration.ofMillis(1100)).commit(1);
    String folder = strict.said("p0", ToPserver.WriteCheckpoint.class).get(0).folder();
    strict.takeOver("p0", "p1", "w0").cutAgain();
    strict.tell(new JobEvent.CheckpointNotStored(folder, FULL));
    assertThat(strict.view().failure()).isNull();
    assertThat(strict.view().recovery().checkpointTrouble()).isNull();
  }

  @Test
  void theJobGoesBackWhenItIsKnownWhatTheMasterBeforeFinished() {
    keep(1);
    cut(2);
    String folder = folder("p0");
    job.takeOver("p0", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("w0");
    job.pass(Duration.ofSeconds(31)).startAsked();
    assertThat(newestLine().back()).isFalse();
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 2);
  }

  @Test
  void whatAnEarlierMasterDidNotFinishIsDeleted() {
    keep(1);
    cut(2);
    String folder = folder("p0");
    job.takeOver("p0", "p1", "w0").cutAgain();
    job.tell(
        new JobEvent.CheckpointNotStored(
            folder, new Failure(FailureKind.MODEL_NOT_FOUND, "not finished", folder, "")));
    assertThat(kept()).containsExactly(1L);
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .isEqualTo(new JobEffect.SweepCheckpoints(2, 0, new Line(1), List.of(folderOf(1)), false));
    assertThat(job.view().recovery().checkpointTrouble()).isNull();
  }

  private String folderOf(long version) {
    return job.facts(CheckpointFact.CheckpointAdded.class).stream()
        .filter(added -> added.version().number() == version)
        .findFirst()
        .orElseThrow()
        .folder();
  }
}
