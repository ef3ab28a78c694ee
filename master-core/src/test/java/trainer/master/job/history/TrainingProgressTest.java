package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;
import trainer.core.message.Metrics;

class TrainingProgressTest {
  private final TrainingProgress progress = new TrainingProgress();

  @Test
  void showsTheNewestVersionAndItsCounters() {
    progress.on(RecordedFacts.progressed(3, 30, 90));
    progress.onLine(2);
    assertThat(progress.version()).isEqualTo(3);
    progress.on(new ResultFact.FinalVersion(new Version(4)));
    assertThat(progress.version()).isEqualTo(4);
    assertThat(progress.recorded()).isEqualTo(3);
    assertThat(progress.recordsComputed()).isEqualTo(90);
    assertThat(progress.isFinal()).isTrue();
  }

  @Test
  void keepsComputedRecordsOverARollback() {
    progress.on(RecordedFacts.progressed(5, 50, 500));
    progress.on(new ResultFact.FinalVersion(new Version(5)));
    progress.rollBack(2, RecordedFacts.added(2), 500);
    assertThat(progress.version()).isEqualTo(2);
    assertThat(progress.recordsComputed()).isEqualTo(500);
    assertThat(progress.recordsCommitted()).isEqualTo(2);
    assertThat(progress.epochMetrics().records()).isEqualTo(2);
    assertThat(progress.epochRecords()).isEqualTo(50);
    assertThat(progress.isFinal()).isFalse();
  }

  @Test
  void beginsAnewWithoutACheckpoint() {
    progress.on(RecordedFacts.progressed(5, 50, 500));
    progress.rollBack(0, null, 500);
    assertThat(progress.epochMetrics()).isEqualTo(Metrics.NONE);
    assertThat(progress.recordsCommitted()).isZero();
    assertThat(progress.badRecords()).isZero();
  }
}
