package trainer.master.job.ending;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class KeptModelTest {
  private static final Failure FULL = new Failure(FailureKind.STORAGE_FULL, "full", "/x", "");

  private static String advice(String place, String output) {
    return new KeptModel(place, output, false, FULL).failure().advice();
  }

  @Test
  void isMovedByTheShellOnALocalDisk() {
    assertThat(advice("file:/jobs/1/model", "file:///out/my model's"))
        .endsWith("then: mv -T '/jobs/1/model' '/out/my model'\\''s'");
  }

  @Test
  void isRenamedWithinAFileSystem() {
    assertThat(advice("hdfs://n:8020/jobs/1/model", "hdfs://n:8020/m"))
        .endsWith("then: hadoop fs -mv 'hdfs://n:8020/jobs/1/model' 'hdfs://n:8020/m'");
  }

  @Test
  void isCopiedFromOneFileSystemToAnother() {
    assertThat(advice("hdfs://n:8020/jobs/1/model", "s3a://bucket/m"))
        .endsWith("then: hadoop fs -cp -p 'hdfs://n:8020/jobs/1/model' 's3a://bucket/m'");
    assertThat(advice("/jobs/1/model", "/m"))
        .endsWith("then: hadoop fs -cp -p '/jobs/1/model' '/m'");
  }

  @Test
  void doesNotGoInsideOfTheModelThatItReplaces() {
    assertThat(new KeptModel("file:/kept", "file:/m", true, FULL).failure().advice())
        .endsWith("then: mv -T '/m' '/m.old' && mv -T '/kept' '/m'");
    assertThat(new KeptModel("hdfs://n/kept", "hdfs://n/m", true, FULL).failure().advice())
        .endsWith(
            "then: hadoop fs -mv 'hdfs://n/m' 'hdfs://n/m.old'"
                + " && hadoop fs -mv 'hdfs://n/kept' 'hdfs://n/m'");
  }
}
