package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.digest.Sha256;
import trainer.core.id.Slot;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** The search of a new master for a scoring job's output, on the local file system. */
class ScoreSearchTest {
  private final Configuration hadoop = new Configuration();
  @TempDir Path temp;
  private Path output;
  private ScorePublishing publishing;
  private Path folder;

  @BeforeEach
  void makeJob() throws IOException {
    output = temp.resolve("scores");
    Map<String, String> settings =
        Map.of(
            "trainer.input", "file:/in",
            "trainer.output", output.toUri().toString(),
            "trainer.score.model-uri", "file:/model");
    JobSpec spec =
        new JobSpec(
            new JobId("local_1_2", 1),
            "alice",
            temp.toUri().toString(),
            settings,
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "test");
    folder = Files.createDirectory(temp.resolve("scores._" + spec.id() + "-rows"));
    publishing =
        new ScorePublishing(
            hadoop,
            spec,
            Settings.of(settings),
            () -> {},
            new RetryPolicy(Duration.ofMinutes(1), time -> {}));
  }

  private JobEvent publish() throws IOException {
    Files.writeString(folder.resolve("part-00000-1-1.csv"), "1,2\n");
    OutputFile.Task task = new OutputFile.Task(new Slot(0), 1, Sha256.hex("rows"));
    OutputFile file =
        new OutputFile("part-00000-1-1.csv", 4, Sha256.hex("file"), List.of(task), Evaluation.NONE);
    return publishing.publish(new JobEffect.PublishScores(List.of(file)), delayed -> {});
  }

  @Test
  void findsNoOutputBeforeTheRename() {
    assertThat(publishing.find()).isInstanceOf(JobEvent.NotPublished.class);
  }

  @Test
  void deletesTheFileOfALostWorkerThatTheRenamingMasterCouldNotDelete() throws IOException {
    JobEvent published = publish();
    Path late = Files.writeString(output.resolve("part-00000-2-1.csv"), "1,2\n");

    assertThat(publishing.find()).isEqualTo(published);

    assertThat(late).doesNotExist();
    assertThat(output.resolve("part-00000-1-1.csv")).exists();
    assertThat(output.resolve("_manifest.json")).exists();
    assertThat(output.resolve("_SUCCESS")).exists();
  }
}
