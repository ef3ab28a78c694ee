package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

class ReportJsonTest {
  private static final long NOW = 100_000;

  @Test
  void holdsEveryFieldThatWasPromised() throws Exception {
    JsonNode report = parse(view(JobState.EXITED, null));

    List<String> names = new ArrayList<>();
    report.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .contains(
            "formatVersion",
            "applicationId",
            "jobId",
            "state",
            "states",
            "failure",
            "modelId",
            "version",
            "records",
            "recordsComputed",
            "badRecords",
            "rollbacks",
            "checkpoints",
            "metrics",
            "seconds",
            "recordsPerSecond",
            "workers",
            "containers",
            "survived");
    assertThat(report.at("/metrics/train/logLoss").doubleValue()).isEqualTo(0.5);
    assertThat(report.at("/metrics/validation/logLoss").doubleValue()).isEqualTo(0.25);
    assertThat(report.at("/states/0/name").textValue()).isEqualTo("NEW");
    assertThat(report.at("/states/0/at").longValue()).isEqualTo(10_000);
    assertThat(report.at("/survived/0/seconds").doubleValue()).isEqualTo(1.5);
    assertThat(report.at("/perEpoch/0/epoch").intValue()).isEqualTo(1);
    assertThat(report.at("/perEpoch/0/seconds").doubleValue()).isEqualTo(1.5);
    assertThat(report.at("/perEpoch/0/bytesToPservers").longValue()).isEqualTo(7);
    assertThat(report.at("/perEpoch/0/bytesFromPservers").longValue()).isEqualTo(8);
    assertThat(report.at("/workers/0/records").longValue()).isEqualTo(1000);
  }

  @Test
  void saysWhoStoppedItAndWhere() throws Exception {
    JobView stopped =
        new ViewBuilder()
            .state(JobState.EXITED, null)
            .stop(new JobView.Stop("alice (good enough)", 77_000, 12, false))
            .build();
    JsonNode report = parse(stopped);

    assertThat(report.at("/stopped/version").longValue()).isEqualTo(12);
    assertThat(report.at("/stopped/by").textValue()).isEqualTo("alice (good enough)");
    assertThat(report.at("/stopped/at").longValue()).isEqualTo(77_000);
    assertThat(parse(view(JobState.EXITED, null)).get("stopped").isNull()).isTrue();
  }

  @Test
  void secondsAreTakenFromTheStates() throws Exception {
    JsonNode report = parse(view(JobState.EXITED, null));

    assertThat(report.at("/seconds/total").doubleValue()).isEqualTo(60);
    assertThat(report.at("/seconds/allocation").doubleValue()).isEqualTo(10);
    assertThat(report.at("/seconds/training").doubleValue()).isEqualTo(40);
    assertThat(report.at("/recordsPerSecond").doubleValue()).isEqualTo(50);
  }

  @Test
  void aClockThatWasSetBackMakesNoTimeNegative() throws Exception {
    JobView view =
        new ViewBuilder()
            .state(JobState.EXITED, null)
            .entered(JobState.SUBMITTED, NOW)
            .entered(JobState.RUNNING, NOW - 10_000)
            .entered(JobState.EXITED, NOW - 50_000)
            .build();

    JsonNode report = parse(view);

    assertThat(report.at("/seconds/total").doubleValue()).isZero();
    assertThat(report.at("/seconds/allocation").doubleValue()).isZero();
    assertThat(report.at("/seconds/training").doubleValue()).isZero();
  }

  @Test
  void aContainerSaysWhereItRanAndHowItEnded() throws Exception {
    JsonNode container = parse(view(JobState.EXITED, null)).at("/containers/0");

    List<String> names = new ArrayList<>();
    container.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactlyInAnyOrder(
            "role",
            "index",
            "containerId",
            "pid",
            "host",
            "requestedAt",
            "launchedAt",
            "registeredAt",
            "releasedAt",
            "exitStatus",
            "logPath",
            "logState");
    assertThat(container.get("role").textValue()).isEqualTo("worker");
    assertThat(container.get("exitStatus").intValue()).isEqualTo(137);
    assertThat(container.get("releasedAt").isNull()).isTrue();
  }

  @Test
  void aFailureHasKindBlameAndMessage() throws Exception {
    Failure failure = new Failure(FailureKind.PSERVER_LOST, "gone", "host-1", "try again");
    JsonNode node = parse(view(JobState.FAILED, failure)).get("failure");

    assertThat(node.get("kind").textValue()).isEqualTo("PSERVER_LOST");
    assertThat(node.get("blame").textValue()).isEqualTo("CLUSTER");
    assertThat(node.get("message").textValue()).startsWith("PSERVER_LOST: gone");
  }

  @Test
  void numbersThatAreNotFiniteAreNull() throws Exception {
    JobView view = new ViewBuilder().build();

    JsonNode report = parse(view);
    assertThat(report.at("/metrics/train/logLoss").isNull()).isTrue();
    assertThat(report.at("/metrics/validation/auc").isNull()).isTrue();
    assertThat(report.at("/recordsPerSecond").isNull()).isTrue();
  }

  private static JsonNode parse(JobView view) throws Exception {
    return new ObjectMapper().readTree(ReportJson.of(view, NOW));
  }

  private static JobView view(JobState end, Failure failure) {
    Evaluation held =
        new Evaluation(
            new Metrics(4, ExactSum.of(1), ExactSum.of(3)), ScoreCounts.NONE, ScoreCounts.NONE);
    return new ViewBuilder()
        .state(end, failure)
        .entered(JobState.NEW, 10_000)
        .entered(JobState.SUBMITTED, 20_000)
        .entered(JobState.RUNNING, 30_000)
        .entered(end, 70_000)
        .metrics(2000, new Metrics(2, ExactSum.of(1), ExactSum.of(2)), held)
        .member(
            new ProcessesView.Member(
                new ProcessesView.Instance(
                    Role.WORKER, 0, new Incarnation(3), "h", "h:0", "container_1"),
                "ready",
                60_000,
                1000,
                5,
                ProcessesView.Load.NONE,
                ProcessesView.Delays.NONE,
                "it is slow"))
        .container(
            new ProcessesView.Container(
                Role.WORKER,
                0,
                "container_1",
                77,
                "h",
                new ProcessesView.Life(1, 2, 3, 0),
                137,
                new ProcessesView.Logs("/logs", "partial")))
        .survived(new JobView.Survived("worker-0 was killed", 50_000, 1.5))
        .build();
  }
}
