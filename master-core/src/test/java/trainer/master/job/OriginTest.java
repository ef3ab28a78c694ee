package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A job of 8 blocks in mini-batches of 2 that goes on from version 3 of another job. */
class OriginTest {
  private static final String FOLDER = "hdfs://x/jobs/0/checkpoints/3-1-1";
  private static final Metrics THREE = new Metrics(60, ExactSum.of(9), ExactSum.ZERO);

  private final DrivenJob job = new DrivenJob(8, 0, Map.of("trainer.minibatch.blocks", "2"));

  private static JobEvent.Indexed cut() {
    return cut(3);
  }

  private static JobEvent.Indexed cut(long version) {
    TrainingFact.Progressed at =
        new TrainingFact.Progressed(
            new Version(version), THREE, 60, 60, 0, 1000, Speculated.NOTHING);
    return new JobEvent.Indexed(DrivenInput.index(8), "digest", null, BadRecords.NONE)
        .from(
            List.of(
                new CheckpointFact.CheckpointAdded(
                    new Version(version), 0, Line.NONE, FOLDER, "digest", 5, at, null)));
  }

  @BeforeEach
  void begins() {
    job.submit().tell(cut()).startAsked();
  }

  private void follow() {
    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), new Version(3), true));
    job.startAsked();
  }

  @Test
  void itsPserversLoadTheCheckpointAndTheNextVersionIsOrdered() {
    ToMember.NewLine line = job.said("p0", ToMember.NewLine.class).get(0);
    assertThat(line.checkpoint()).isEqualTo(FOLDER);
    assertThat(line.base()).isEqualTo(new Version(3));
    assertThat(line.lastBack()).isEqualTo(line.line());
    follow();
    assertThat(job.said("w0", ToWorker.Order.class))
        .extracting(order -> order.version().number())
        .containsOnly(4L);
    assertThat(job.view().recovery().rollbacks()).as("it is none").isZero();
    assertThat(job.view().results().quality().train()).isEqualTo(THREE);
    job.commit(4);
    assertThat(job.facts(ResultFact.FinalVersion.class)).hasSize(1);
  }

  @Test
  void itsOriginIsRecordedBeforeTheFactThatSaysThatItIsThere() {
    List<Class<?>> kinds = job.wanted().facts().stream().<Class<?>>map(Object::getClass).toList();
    assertThat(kinds.indexOf(CheckpointFact.CheckpointAdded.class))
        .isLessThan(kinds.indexOf(JobFact.JobDefined.class));
    job.takeOver("p0").tell(cut());
    assertThat(job.facts(CheckpointFact.CheckpointAdded.class)).as("once").hasSize(1);
  }

  private static FromPserver.NotLoaded damaged(DrivenJob of) {
    return new FromPserver.NotLoaded(
        of.view().line(), new Failure(FailureKind.MODEL_CORRUPT, "a bit", "part-3", ""));
  }

  @Test
  void aCheckpointThatCannotBeLoadedIsTrainedAgain() {
    job.say("p0", damaged(job));
    ToMember.NewLine again = job.said("p0", ToMember.NewLine.class).get(1);
    assertThat(again.base()).isEqualTo(Version.INITIAL);
    assertThat(again.checkpoint()).isEmpty();
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void initialRowsThatCannotBeLoadedEndTheJob() {
    DrivenJob warm = new DrivenJob(8, 0, Map.of("trainer.minibatch.blocks", "2"));
    warm.submit().tell(cut(0)).startAsked();
    warm.say("p0", damaged(warm));
    assertThat(warm.view().failure().message()).contains("MODEL_CORRUPT", "part-3");
  }

  @Test
  void initialRowsAreNeverRetired() {
    DrivenJob warm =
        new DrivenJob(
            8,
            0,
            Map.of(
                "trainer.minibatch.blocks", "2",
                "trainer.checkpoint.interval", "1s",
                "trainer.checkpoint.keep", "1"));
    warm.submit().tell(cut(0)).startAsked();
    warm.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    warm.startAsked().commit(1).pass(Duration.ofMillis(1100)).commit(2);
    ToPserver.WriteCheckpoint order = warm.said("p0", ToPserver.WriteCheckpoint.class).get(0);
    List<PartFile> parts =
        order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    warm.say("p0", new FromPserver.CheckpointWritten(order.folder(), 0, List.of(), parts));
    warm.tell(new JobEvent.CheckpointStored(order.folder(), "digest", 5));
    assertThat(warm.view().recovery().checkpoints())
        .extracting(JobView.Checkpoint::version)
        .containsExactly(0L, 2L);
  }

  @Test
  void anOriginBeyondTheTrainingIsRefused() {
    DrivenJob shorter = new DrivenJob(8, 0, Map.of("trainer.minibatch.blocks", "2"));
    shorter.submit().tell(cut(5));
    assertThat(shorter.view().failure().message())
        .contains("CONFIG_CONFLICT", "more mini-batches than the 4");
  }

  @Test
  void aLostPserverGoesBackToTheOriginWhileThereIsNoNewerCheckpoint() {
    follow();
    job.dies("p0", 137);
    job.startReplacements();
    List<ToMember.NewLine> lines = job.said("p1", ToMember.NewLine.class);
    assertThat(lines.get(lines.size() - 1).checkpoint()).isEqualTo(FOLDER);
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
  }

  @Test
  void aJobWithNothingLeftToTrainEndsWithWhatItBeganWith() {
    DrivenJob done = new DrivenJob(6, 0, Map.of("trainer.minibatch.blocks", "2"));
    done.submit().tell(cutOfThreeVersions()).startAsked();
    done.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(1), new Version(3), true));
    assertThat(done.facts(ResultFact.FinalVersion.class)).as("it does not run yet").isEmpty();
    done.startAsked();
    assertThat(done.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(3)));
    assertThat(done.said("p0", ToPserver.WriteParts.class)).hasSize(1);
    assertThat(done.view().state()).isEqualTo(JobState.RUNNING);
  }

  private static JobEvent.Indexed cutOfThreeVersions() {
    JobEvent.Indexed eight = cut();
    return new JobEvent.Indexed(DrivenInput.index(6), "digest", null, BadRecords.NONE)
        .from(eight.origin());
  }
}
