package trainer.master.job.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.master.job.RecordingJob;

class CheckpointTroublesTest {
  private static final Failure FAILURE =
      new Failure(FailureKind.CONTAINER_LOST, "the disk is full", "/m", "make room");

  private final RecordingJob job = new RecordingJob(Map.of());
  private final CheckpointTroubles troubles = new CheckpointTroubles(job.context);

  @Test
  void countsSuccessiveFailuresFromTheFirst() {
    job.seconds(1);
    assertThat(troubles.onFailed(3, FAILURE)).isFalse();
    job.seconds(1);
    assertThat(troubles.onFailed(4, FAILURE)).isTrue();
    assertThat(troubles.view().times()).isEqualTo(2);
    assertThat(troubles.view().since()).isEqualTo(1000);
  }

  @Test
  void endsWithTheNextCheckpointThatIsStored() {
    troubles.onStored();
    assertThat(troubles.view()).isNull();
    troubles.onFailed(3, FAILURE);
    troubles.onStored();
    assertThat(troubles.view().over()).isTrue();
    assertThat(troubles.onFailed(5, FAILURE)).isFalse();
  }
}
