package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class KeptModelTest {
  private static final Failure FULL = new Failure(FailureKind.STORAGE_FULL, "full", "/x", "");

  private static String advice(String place, String output) {
    return new KeptModel(place, output, FULL).failure().advice();
  }

  @Test
  void isMovedByTheShellOnALocalDisk() {
    assertThat(advice("file:/jobs/1/model", "file:///out/my model's"))
        .endsWith("then: mv '/jobs/1/model' '/out/my model'\\''s'");
  }

  @Test
  void isRenamedWithinAFileSystem() {
    assertThat(advice("hdfs://n:8020/jobs/1/model", "hdfs://n:8020/m"))
        .endsWith("then: hadoop fs -mv 'hdfs://n:8020/jobs/1/model' 'hdfs://n:8020/m'");
  }

  @Test
  void isCopiedFromOneFileSystemToAnother() {
    assertThat(advice("hdfs://n:8020/jobs/1/model", "s3a://bucket/m"))
        .endsWith("then: hadoop fs -cp 'hdfs://n:8020/jobs/1/model' 's3a://bucket/m'");
    assertThat(advice("/jobs/1/model", "/m")).endsWith("then: hadoop fs -cp '/jobs/1/model' '/m'");
  }
}
