package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.id.Version;
import trainer.master.job.api.JobView;

class CheckpointCatalogTest {
  private final CheckpointCatalog catalog = new CheckpointCatalog();

  @Test
  void keepsARequestOpenUntilItsOutcomeIsRecorded() {
    catalog.on(RecordedFacts.asked(3));
    catalog.on(RecordedFacts.added(2));
    assertThat(catalog.asked()).isNotNull();
    catalog.on(RecordedFacts.added(3));
    assertThat(catalog.asked()).isNull();
    assertThat(catalog.newest().version().number()).isEqualTo(3);
  }

  @Test
  void dropsTheRequestOfAVoidLine() {
    catalog.on(RecordedFacts.asked(3));
    catalog.rollBack();
    assertThat(catalog.asked()).isNull();
  }

  @Test
  void knowsTheCheckpointThatTheLastRollbackUsed() {
    catalog.rollBack();
    assertThat(catalog.used()).isEmpty();
    catalog.on(RecordedFacts.added(2));
    catalog.rollBack();
    catalog.on(RecordedFacts.added(3));
    assertThat(catalog.used()).isEqualTo("folder-2");
  }

  @Test
  void showsDamagedCheckpointsThatNoRollbackMayUse() {
    catalog.on(RecordedFacts.added(2));
    catalog.on(RecordedFacts.added(3));
    catalog.retire(new CheckpointFact.CheckpointRetired(new Version(3), 0, "torn"));
    catalog.retire(new CheckpointFact.CheckpointRetired(new Version(9), 0, "unknown"));
    assertThat(catalog.isNewest("folder-2")).isTrue();
    assertThat(catalog.contains("folder-3")).isFalse();
    assertThat(catalog.views()).extracting(JobView.Checkpoint::version).containsExactly(3L, 2L);
  }
}
