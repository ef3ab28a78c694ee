package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** Looking for a model that an earlier master may have put in its place. */
class PublishedModelFinderTest {
  private static final String ID = "ab".repeat(32);

  @TempDir Path temp;

  @Test
  void whatThisJobPublishedIsFound() throws IOException {
    manifest("local_1_2.1", 25);
    assertThat(find(25))
        .isInstanceOfSatisfying(
            JobEvent.Published.class,
            published -> {
              assertThat(published.modelId()).isEqualTo(ID);
              assertThat(published.location()).endsWith("/model");
            });
  }

  @Test
  void anotherJobsModelIsNotOurs() throws IOException {
    assertThat(find(25)).isEqualTo(new JobEvent.NotPublished());
    manifest("local_1_2.2", 25);
    assertThat(find(25)).isEqualTo(new JobEvent.NotPublished());
    manifest("local_1_2.1", 24);
    assertThat(find(25)).isEqualTo(new JobEvent.NotPublished());
    Files.write(temp.resolve("model").resolve(ModelFormat.MANIFEST), new byte[100]);
    assertThat(find(25)).isEqualTo(new JobEvent.NotPublished());
  }

  private JobEvent find(long version) {
    Map<String, String> settings =
        Map.of(
            "trainer.input",
            "file:/in",
            "trainer.output",
            temp.resolve("model").toUri().toString());
    JobSpec spec =
        new JobSpec(
            new JobId("local_1_2", 1),
            "alice",
            temp.toUri().toString(),
            settings,
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "test");
    return new PublishedModelFinder(
            new Configuration(), spec, Settings.of(settings), new RetryPolicy(Duration.ZERO))
        .find(new JobEffect.FindModel(version, temp.resolve("model._job-1").toString()));
  }

  private void manifest(String job, long version) throws IOException {
    ModelManifest manifest =
        new ModelManifest(
            ID,
            new ModelOrigin(job, "logistic", Map.of(), "test"),
            version,
            10,
            List.of(),
            List.of(),
            List.of());
    Files.createDirectories(temp.resolve("model"));
    Files.write(temp.resolve("model").resolve(ModelFormat.MANIFEST), ManifestFile.encode(manifest));
  }
}
