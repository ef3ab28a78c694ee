package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.OutputClaim;
import trainer.container.files.ProcessMark;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

class OutputReservationTest {
  private static final OutputClaim OTHER =
      new OutputClaim("local_9_9.1", "bob", "", ProcessMark.NONE);

  @TempDir private java.nio.file.Path folder;

  private final Configuration hadoop = new Configuration(false);
  private final List<String> news = new ArrayList<>();
  private boolean isOver;
  private Path output;
  private FileSystem files;

  @BeforeEach
  void opens() throws IOException {
    output = new Path(folder.toUri().toString(), "models/m");
    files = output.getFileSystem(hadoop);
    Files.createDirectory(folder.resolve("models"));
  }

  private OutputReservation reservation(boolean waits) {
    return new OutputReservation(hadoop, settings(waits), (claim, age) -> isOver, news::add, "", 0);
  }

  private Settings settings(boolean waits) {
    return Settings.of(
        Map.of(
            "trainer.input",
            "file:/in",
            "trainer.job.dir",
            "file:/jobs",
            "trainer.output",
            output.toString(),
            "trainer.output.wait",
            String.valueOf(waits)));
  }

  private JobSpec spec() {
    return new JobSpec(
        new JobId("local_1_2", 1),
        "alice",
        "file:/jobs/local_1_2",
        settings(false).texts(),
        new ModelSpec(List.of(), List.of(Phase.training(1))),
        List.of(),
        "test");
  }

  private String claimant() throws IOException {
    return OutputClaim.read(files, output).map(OutputClaim::job).orElse("");
  }

  @Test
  void claimsAFreeOutputAndGivesItUp() throws IOException {
    reservation(false).take(spec());
    assertThat(claimant()).isEqualTo("local_1_2.1");
    reservation(false).release("local_1_2.1");
    assertThat(claimant()).isEmpty();
  }

  @Test
  void refusesAnOutputThatALiveJobHasClaimed() throws IOException {
    OTHER.put(files, output);
    assertThatThrownBy(() -> reservation(false).check())
        .hasMessageContaining("OUTPUT_CLAIMED: job local_9_9.1 of bob");
    assertThatThrownBy(() -> reservation(false).take(spec()))
        .hasMessageContaining("job local_9_9.1 of bob");
    assertThat(claimant()).isEqualTo("local_9_9.1");
  }

  @Test
  void dropsTheClaimOfAJobThatIsOver() throws IOException {
    OTHER.put(files, output);
    isOver = true;
    reservation(false).check();
    reservation(false).take(spec());
    assertThat(claimant()).isEqualTo("local_1_2.1");
  }

  @Test
  void waitsUntilTheOtherJobHasGivenItsClaimUp() throws IOException {
    OTHER.put(files, output);
    OutputReservation waiting =
        new OutputReservation(
            hadoop, settings(true), (claim, age) -> isOver, this::releaseOther, "", 0);
    waiting.take(spec());
    assertThat(claimant()).isEqualTo("local_1_2.1");
    assertThat(news)
        .singleElement()
        .asString()
        .contains("waiting until job local_9_9.1 of bob")
        .endsWith(
            "; without --overwrite this job is refused then if that one leaves a model there");
  }

  private void releaseOther(String line) {
    news.add(line);
    try {
      OutputClaim.release(files, output, OTHER.job());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void findsTheOutputThatTheOtherJobHasMadeMeanwhile() throws IOException {
    OTHER.put(files, output);
    OutputReservation waiting =
        new OutputReservation(
            hadoop,
            settings(true),
            (claim, age) -> isOver,
            line -> {
              releaseOther(line);
              assertThat(folder.resolve("models/m").toFile().mkdir()).isTrue();
            },
            "",
            0);
    assertThatThrownBy(() -> waiting.take(spec())).hasMessageContaining("OUTPUT_EXISTS");
    assertThat(claimant()).isEmpty();
  }
}
