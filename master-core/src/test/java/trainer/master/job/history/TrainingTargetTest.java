package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.JobFact;
import trainer.core.fact.TargetFact;
import trainer.core.id.Version;

class TrainingTargetTest {
  private final TrainingTarget target = new TrainingTarget(JobPlan.of(TaskJournal.SPEC));

  @Test
  void isUnknownBeforeTheBlockIndexIsBuilt() {
    assertThat(target.versions()).isZero();
    assertThat(target.epoch(1)).isZero();
    assertThat(target.indexDigest()).isNull();
  }

  @Test
  void isShortenedByAStop() {
    target.on(new JobFact.JobDefined("{}", 1, "groups", "digest", 32, 2));
    assertThat(target.last()).isEqualTo(2);
    assertThat(target.epochsBefore(2)).isEqualTo(2); // the first phase has two passes
    target.on(new TargetFact.StopScheduled(Version.INITIAL, new Version(1), "alice", 5));
    assertThat(target.versions()).isEqualTo(2);
    assertThat(target.last()).isEqualTo(1);
    assertThat(target.stop().by()).isEqualTo("alice");
  }
}
