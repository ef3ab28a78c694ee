package trainer.appmaster.tensorboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.framework.Summary;
import org.tensorflow.hadoop.util.TFRecordReader;
import org.tensorflow.util.Event;
import org.tensorflow.util.SessionLog;
import trainer.appmaster.curves.CurveReports;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.master.job.api.JobView;
import trainer.master.report.ViewBuilder;

/** Event files, read by TensorFlow's own classes. */
class TensorBoardFilesTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final long START = 1_795_000_000_000L;

  @TempDir private Path folder;
  private final LatestViews views = new LatestViews();
  private long now = START;

  /** The held-out records were scored with version 3. */
  private static ViewBuilder at(long version) {
    Evaluation held =
        new Evaluation(
            new Metrics(4, ExactSum.of(2), ExactSum.of(3)), ScoreCounts.NONE, ScoreCounts.NONE);
    return new ViewBuilder()
        .state(JobState.RUNNING, null)
        .entered(JobState.RUNNING, START - 4000)
        .progress(version, 24, 1, 2)
        .metrics(1000 * version, new Metrics(1000, ExactSum.of(512), ExactSum.of(730)), held);
  }

  private CurveReports reports(JobSpec spec) {
    return new CurveReports(
        "TensorBoard",
        views,
        id -> spec,
        (job, curve) -> TensorBoardFiles.open(job, curve, new Configuration(), "node-1"),
        () -> now);
  }

  /** A master that shows these views, ten seconds one after the other, and ends. */
  private void run(Map<String, String> settings, JobView... shown) throws IOException {
    Path job = Files.createDirectories(folder.resolve("jobs/1"));
    assertThat(job).exists();
    JobSpec spec = Specs.training(JOB, folder.toUri().toString(), settings);
    try (CurveReports files = reports(spec)) {
      for (JobView view : shown) {
        views.show(view);
        files.report();
        now += 10_000;
      }
    }
    now += 1000;
  }

  private List<Path> files() throws IOException {
    Path events = folder.resolve("jobs/1/tensorboard");
    if (!Files.exists(events)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(events)) {
      return all.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  private static List<Event> events(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      TFRecordReader reader = new TFRecordReader(in, true);
      for (byte[] bytes = reader.read(); bytes != null; bytes = reader.read()) {
        events.add(Event.parseFrom(bytes));
      }
    }
    return events;
  }

  /** Lines such as {@code 3 train/logLoss 0.512}. */
  private static List<String> scalars(List<Event> events) {
    List<String> lines = new ArrayList<>();
    for (Event event : events) {
      for (Summary.Value value : event.getSummary().getValueList()) {
        lines.add(event.getStep() + " " + value.getTag() + " " + value.getSimpleValue());
      }
    }
    return lines;
  }

  @Test
  void tensorFlowReadsTheCurveAndTheSpeed() throws IOException {
    run(Map.of(), at(4).build(), at(300).build());

    assertThat(files()).hasSize(1);
    assertThat(files().get(0).getFileName()).hasToString("events.out.tfevents.1795000000.node-1.1");
    List<Event> events = events(files().get(0));
    assertThat(events.get(0).getFileVersion()).isEqualTo("brain.Event:2");
    assertThat(scalars(events))
        .containsSubsequence(
            "3 validation/logLoss 0.5",
            "4 train/logLoss 0.512",
            "4 train/accuracy 0.73",
            "4 speed/records_per_second 1000.0",
            "300 train/logLoss 0.512",
            "300 speed/records_per_second 29600.0")
        .noneMatch(line -> line.contains("NaN"));
    assertThat(events.get(events.size() - 1).getWallTime()).isEqualTo((START + 10_000) / 1000.0);
  }

  @Test
  void aNewMasterRepeatsNoStepBehindTheTornFileOfTheLastOne() throws IOException {
    run(Map.of(), at(4).build(), at(5).build());
    Path first = files().get(0);
    byte[] bytes = Files.readAllBytes(first);
    Files.write(first, java.util.Arrays.copyOf(bytes, bytes.length - 3)); // step 5 is not whole

    run(Map.of(), at(5).masters(masters()).build(), at(9).masters(masters()).build());

    assertThat(files()).hasSize(2);
    List<String> second = scalars(events(files().get(1)));
    assertThat(second)
        .contains("5 train/logLoss 0.512", "9 train/logLoss 0.512")
        .contains("9 speed/records_per_second 400.0")
        .noneMatch(line -> line.contains("validation"))
        .noneMatch(line -> line.startsWith("4 "));
  }

  private static JobView.Master[] masters() {
    return new JobView.Master[] {new JobView.Master(1, 0), new JobView.Master(2, START)};
  }

  @Test
  void stepsThatComeAgainAfterARollbackFollowARestart() throws IOException {
    run(Map.of(), at(8).build(), at(6).build(), at(7).build());

    List<Event> events = events(files().get(0));
    List<Event> restarts =
        events.stream()
            .filter(event -> event.getSessionLog().getStatus() == SessionLog.SessionStatus.START)
            .toList();
    assertThat(restarts).hasSize(1);
    assertThat(restarts.get(0).getStep()).isEqualTo(7); // TensorBoard drops 7 and 8
    assertThat(scalars(events).stream().filter(line -> line.contains("train/logLoss")))
        .containsExactly("3 train/logLoss 0.512", "8 train/logLoss 0.512", "7 train/logLoss 0.512");

    run(Map.of(), at(8).masters(masters()).build());
    assertThat(scalars(events(files().get(1)))).contains("8 train/logLoss 0.512");
  }

  @Test
  void theLastViewOfAJobThatASessionDropsIsWritten() throws IOException {
    Files.createDirectories(folder.resolve("jobs/1"));
    JobSpec spec = Specs.training(JOB, folder.toUri().toString(), Map.of());
    try (CurveReports files = reports(spec)) {
      files.start();
      views.show(at(4).build());
      files.report();
      views.show(at(6).state(JobState.EXITED, null).build());
      views.drop(JOB);
    }
    assertThat(files()).hasSize(1);
    assertThat(scalars(events(files().get(0)))).contains("6 train/logLoss 0.512");
  }

  @Test
  void nothingIsWrittenWhereItIsSwitchedOffOrTheJobsFolderIsGone() throws IOException {
    run(Map.of("trainer.tensorboard", "false"), at(4).build());
    assertThat(files()).isEmpty();

    JobSpec gone = Specs.training(JOB, folder.resolve("gone").toUri().toString(), Map.of());
    try (CurveReports writer = reports(gone)) {
      writer.report();
    }
    assertThat(folder.resolve("gone")).doesNotExist();
  }
}
