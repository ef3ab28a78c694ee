package trainer.appmaster.mlflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mlflow.api.proto.Service;
import trainer.appmaster.curves.CurvePoint;
import trainer.appmaster.curves.CurveReports;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.master.job.api.JobView;
import trainer.master.report.ViewBuilder;

/** Runs at a server that takes only what MLflow takes. */
class MlflowRunTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final MlflowRun.Pages PAGES =
      new MlflowRun.Pages("http://node-1:4000", "http://history:18089/?job=" + JOB);
  private static final long START = 1_795_000_000_000L;

  @TempDir private Path folder;
  private final LatestViews views = new LatestViews();
  private final Configuration hadoop = new Configuration(false);
  private StrictTracking mlflow;
  private long now = START;

  @BeforeEach
  void serve() throws IOException {
    mlflow = new StrictTracking();
  }

  @AfterEach
  void stop() {
    mlflow.close();
    assertThat(mlflow.errors()).isEmpty();
  }

  private JobSpec job(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("trainer.input", "hdfs://nn/in");
    settings.put("trainer.output", "hdfs://nn/out");
    settings.put("trainer.mlflow.uri", mlflow.uri());
    settings.putAll(more);
    return new JobSpec(
        JOB,
        "alice",
        "hdfs://nn/jobs/1",
        settings,
        new ModelSpec(List.of(), List.of(Phase.training(1))),
        List.of(),
        "0.1");
  }

  /** The held-out records were scored with version 3. */
  private static ViewBuilder at(long version) {
    Evaluation held =
        new Evaluation(
            new Metrics(4, ExactSum.of(2), ExactSum.of(3)), ScoreCounts.NONE, ScoreCounts.NONE);
    return new ViewBuilder()
        .name("clicks")
        .state(JobState.RUNNING, null)
        .entered(JobState.NEW, START - 9000)
        .entered(JobState.RUNNING, START - 4000)
        .progress(version, 24, 1, 2)
        .metrics(1000 * version, new Metrics(1000, ExactSum.of(512), ExactSum.of(730)), held);
  }

  private static JobView ended(JobState state) {
    return at(12)
        .state(state, null)
        .entered(state, START + 60_000)
        .model("0a1b", "hdfs://nn/out")
        .build();
  }

  private CurveReports reports(JobSpec job) {
    return new CurveReports(
        "MLflow",
        views,
        id -> job,
        (spec, curve) -> MlflowRun.open(spec, hadoop, PAGES),
        () -> now);
  }

  /** A master that shows these views, ten seconds one after the other, and ends. */
  private void run(JobSpec job, JobView... shown) {
    try (CurveReports reports = reports(job)) {
      for (JobView view : shown) {
        views.show(view);
        reports.report();
        now += 10_000;
      }
    }
  }

  private Map<String, String> tags() {
    return mlflow.run().getData().getTagsList().stream()
        .collect(Collectors.toMap(Service.RunTag::getKey, Service.RunTag::getValue));
  }

  private Map<String, String> parameters() {
    return mlflow.run().getData().getParamsList().stream()
        .collect(Collectors.toMap(Service.Param::getKey, Service.Param::getValue));
  }

  /** Lines such as {@code 3 train/logLoss 0.512}. */
  private List<String> metrics() {
    return mlflow.run().getData().getMetricsList().stream()
        .map(one -> one.getStep() + " " + one.getKey() + " " + one.getValue())
        .toList();
  }

  @Test
  void aRunHasTheSettingsTheCurveAndTheEnd() {
    run(
        job(Map.of("trainer.name", "clicks", "trainer.optimizer", "ftrl", "trainer.workers", "7")),
        at(4).build(),
        ended(JobState.EXITED));

    assertThat(mlflow.experiments()).containsOnlyKeys("clicks");
    Service.RunInfo info = mlflow.run().getInfo();
    assertThat(info.getRunName()).isEqualTo("clicks");
    assertThat(info.getStatus()).isEqualTo(Service.RunStatus.FINISHED);
    assertThat(info.getStartTime()).isEqualTo(START - 9000);
    assertThat(info.getEndTime()).isEqualTo(START + 60_000);
    assertThat(parameters())
        .containsEntry("trainer.optimizer", "ftrl")
        .containsEntry("trainer.epochs", "1")
        .doesNotContainKeys("trainer.workers", "trainer.mlflow.uri", "trainer.features");
    assertThat(tags())
        .containsEntry("trainer.job", JOB.toString())
        .containsEntry("trainer.application", "application_1_0001")
        .containsEntry("trainer.model.id", "0a1b")
        .containsEntry("trainer.page", PAGES.ended())
        .containsEntry("mlflow.user", "alice");
    assertThat(metrics())
        .contains(
            "3 validation/logLoss 0.5",
            "3 train/logLoss 0.512",
            "12 train/logLoss 0.512",
            "12 speed/records_per_second 800.0")
        .doesNotHaveDuplicates()
        .noneMatch(line -> line.contains("NaN"));
    assertThat(mlflow.run().getData().getMetrics(0).getTimestamp()).isEqualTo(START);
  }

  @Test
  void killedAndFailedJobsAreSo() {
    run(job(Map.of()), at(4).build(), ended(JobState.KILLED));
    assertThat(mlflow.experiments()).containsOnlyKeys("trainer");
    assertThat(mlflow.run().getInfo().getStatus()).isEqualTo(Service.RunStatus.KILLED);

    run(job(Map.of()), ended(JobState.FAILED));
    assertThat(mlflow.run().getInfo().getStatus()).isEqualTo(Service.RunStatus.FAILED);
  }

  @Test
  void aLaterMasterGoesOnWithTheRunAndRepeatsNoStep() {
    JobSpec job = job(Map.of("trainer.mlflow.experiment", "ads & more"));
    run(job, at(4).build(), at(5).build());
    assertThat(mlflow.run().getInfo().getStatus()).isEqualTo(Service.RunStatus.RUNNING);
    assertThat(tags()).containsEntry("trainer.page", PAGES.running());
    int parameters = parameters().size();

    run(job, at(5).build(), at(9).build());

    assertThat(mlflow.experiments()).containsOnlyKeys("ads & more");
    assertThat(parameters()).hasSize(parameters);
    assertThat(metrics().stream().map(line -> line.replaceAll(" [^ ]*$", "")))
        .contains("9 train/logLoss")
        .doesNotHaveDuplicates();
  }

  @Test
  void aServerThatComesBackGetsWhatItMissed() {
    mlflow.answerAll(503);
    try (CurveReports reports = reports(job(Map.of()))) {
      for (int version = 4; version < 34; version++) {
        views.show(at(version).build());
        reports.report();
        now += 10_000;
      }
      // At 0, 10, 30, 70 and 150 s: the pause doubles.
      assertThat(mlflow.requests()).hasSize(5);
      mlflow.answerAll(0);
      now += 300_000;
      reports.report();
    }
    assertThat(metrics()).contains("4 train/logLoss 0.512", "33 train/logLoss 0.512");
  }

  @Test
  void aServerThatRefusesIsAskedNoMore() {
    mlflow.answerAll(403);
    run(job(Map.of()), at(4).build(), at(5).build(), at(6).build());
    assertThat(mlflow.requests()).hasSize(1);
  }

  @Test
  void aServerThatNeverAnswersHoldsNeitherTheJobNorItsEnd() {
    mlflow.answerAll(-1);
    long began = System.nanoTime();
    CurveReports reports = reports(job(Map.of())).start();
    for (int version = 4; version < 1000; version++) {
      views.show(at(version).build());
    }
    views.drop(JOB);
    assertThat(seconds(began)).as("what the master's core does").isLessThan(2);
    views.show(ended(JobState.EXITED));
    began = System.nanoTime();
    reports.close();
    assertThat(seconds(began)).isCloseTo(5, within(1.5));
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  @Test
  void manyPointsAndSettingsGoInRequestsThatMlflowTakes() throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < 150; i++) {
      settings.put("trainer.model.args.name" + i + ":é", "x".repeat(i * 10));
    }
    List<CurvePoint> points = new ArrayList<>();
    for (int step = 1; step <= 1500; step++) {
      points.add(new CurvePoint(now, step, Map.of("a", 1.0, "b", 2.0, "c", Double.NaN), false));
    }
    MlflowRun.open(job(settings), hadoop, PAGES).orElseThrow().append(at(4).build(), points, now);

    assertThat(parameters()).containsKey("trainer.model.args.name149__").hasSizeGreaterThan(150);
    assertThat(metrics()).hasSize(2 * 1000).contains("501 a 1.0").doesNotContain("500 a 1.0");
    assertThat(mlflow.requests()).filteredOn("runs/log-batch"::equals).hasSize(2 + 1 + 2);
  }

  @Test
  void theTokenIsThatOfTheCredentialProvider() throws Exception {
    URI store = URI.create("localjceks://file" + folder.resolve("token.jceks"));
    hadoop.set(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, store.toString());
    CredentialProvider provider = CredentialProviderFactory.getProviders(hadoop).get(0);
    provider.createCredentialEntry("mlflow.tracking.token", "s3cret".toCharArray());
    provider.flush();

    run(job(Map.of()), at(4).build());

    assertThat(mlflow.authorization()).isEqualTo("Bearer s3cret");
  }

  @Test
  void aJobThatNamesNoServerHasNoRun() {
    Map<String, String> none = new HashMap<>(job(Map.of()).settings());
    none.remove("trainer.mlflow.uri");
    run(
        new JobSpec(
            JOB, "alice", "hdfs://nn/jobs/1", none, job(Map.of()).model(), List.of(), "0.1"),
        at(4).build());
    assertThat(mlflow.requests()).isEmpty();
  }
}
