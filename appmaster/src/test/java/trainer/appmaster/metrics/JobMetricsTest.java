package trainer.appmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ViewBuilder;

class JobMetricsTest {
  private static final String JOB = "job=\"application_1_0001.1\"";

  private static String text(JobView view) {
    return Exposition.PROMETHEUS.of(view);
  }

  @Test
  void everyNumberIsThatOfTheView() {
    assertThat(text(Views.running(1, 24).build()).lines())
        .contains(
            "trainer_job_info{" + JOB + ",name=\"clicks\",sync=\"bsp\"} 1",
            "trainer_job_state{" + JOB + ",state=\"RUNNING\"} 1",
            "trainer_job_state_entered_timestamp_seconds{" + JOB + ",state=\"RUNNING\"} 30.5",
            "trainer_versions_committed_total{" + JOB + "} 7",
            "trainer_versions_planned{" + JOB + "} 24",
            "trainer_records_computed_total{" + JOB + "} 9000",
            "trainer_records_bad_total{" + JOB + "} 3",
            "trainer_loss{" + JOB + ",set=\"train\",metric=\"logLoss\"} 0.512",
            "trainer_loss{" + JOB + ",set=\"validation\",metric=\"logLoss\"} 0.5",
            "trainer_validation_version{" + JOB + "} 3",
            "trainer_speculated_shares_total{" + JOB + "} 5",
            "trainer_workers_replaced_total{" + JOB + "} 2",
            "trainer_epoch_wire_bytes{" + JOB + ",direction=\"to_pservers\"} 7",
            "trainer_epoch_read_bytes{" + JOB + ",place=\"remote\"} 600",
            "trainer_checkpoint_last_success_timestamp_seconds{" + JOB + "} 60.25",
            "trainer_checkpoint_version{" + JOB + "} 4",
            "trainer_checkpoint_failures{" + JOB + "} 3",
            "trainer_containers_awaited{" + JOB + ",role=\"worker\"} 2",
            "trainer_members{" + JOB + ",role=\"worker\",state=\"slow\"} 12",
            "trainer_worker_behind_seconds{" + JOB + ",statistic=\"p50\"} 0.011",
            "trainer_worker_behind_seconds{" + JOB + ",statistic=\"max\"} 0.023",
            "trainer_blacklisted_nodes{" + JOB + "} 1")
        .noneMatch(line -> line.contains("NaN"));
  }

  @Test
  void timesByPhaseAndStoredRowsAreThoseOfAllProcesses() {
    TimeSpent computed =
        new TimeSpent(4, Map.of(Phase.COMPUTE, 2_000_000_000L, Phase.WAIT, 250_000_000L));
    TimeSpent applied =
        new TimeSpent(9, Map.of(Phase.APPLY, 1_500_000_000L, Phase.COMMIT, 500_000_000L));
    JobView view =
        new ViewBuilder()
            .state(JobState.RUNNING, null)
            .member(busy(Role.WORKER, computed, StoredRows.NOTHING, ""))
            .member(busy(Role.WORKER, computed, StoredRows.NOTHING, ""))
            .member(busy(Role.PSERVER, applied, new StoredRows(2, 30, 400), ""))
            .member(busy(Role.PSERVER, applied, new StoredRows(3, 40, 500), ""))
            .member(busy(Role.PSERVER, applied, new StoredRows(7, 70, 700), "exit status 137"))
            .build();

    assertThat(text(view).lines())
        .contains(
            "trainer_shares_finished_total{" + JOB + "} 8",
            "trainer_minibatch_phase_seconds_total{" + JOB + ",phase=\"compute\"} 4",
            "trainer_minibatch_phase_seconds_total{" + JOB + ",phase=\"wait\"} 0.5",
            "trainer_minibatch_phase_seconds_total{" + JOB + ",phase=\"apply\"} 4.5",
            "trainer_minibatch_phase_seconds_total{" + JOB + ",phase=\"commit\"} 1.5",
            "trainer_pserver_partitions{" + JOB + "} 5",
            "trainer_pserver_rows{" + JOB + "} 70",
            "trainer_pserver_bytes{" + JOB + "} 900");
  }

  private static ProcessesView.Member busy(
      Role role, TimeSpent spent, StoredRows stored, String why) {
    return new ProcessesView.Member(
        new ProcessesView.Instance(role, 0, new Incarnation(1), "h", "", "c"),
        why.isEmpty() ? "live" : "dead",
        1,
        40,
        4,
        new ProcessesView.Load(spent, stored),
        ProcessesView.Delays.NONE,
        why);
  }

  @Test
  void containersThatEndedAsOrderedHaveNotFailed() {
    List<Sample> failed =
        JobMetrics.of(Views.running(1, 12).build()).stream()
            .filter(sample -> sample.metric() == Metric.CONTAINERS_FAILED)
            .toList();

    assertThat(failed).hasSize(9);
    assertThat(failed.stream().mapToDouble(Sample::value).sum()).isEqualTo(10);
    assertThat(failed)
        .contains(
            new Sample(
                Metric.CONTAINERS_FAILED, labels("application_1_0001.1", "out_of_memory"), 2));
  }

  private static Map<String, String> labels(String job, String cause) {
    return Map.of("job", job, "role", "worker", "cause", cause);
  }

  @Test
  void aNumberThatTheViewDoesNotHaveIsAbsent() {
    assertThat(text(new ViewBuilder().state(JobState.NEW, null).build()))
        .doesNotContain("trainer_loss{")
        .doesNotContain("trainer_versions")
        .doesNotContain("trainer_checkpoint_last")
        .doesNotContain("trainer_worker_behind")
        .doesNotContain("trainer_tasks");
  }

  @Test
  void theNumberOfSeriesDoesNotGrowWithTheWorkers() {
    List<Sample> few = JobMetrics.of(Views.running(1, 24).build());
    List<Sample> many = JobMetrics.of(Views.running(1, 10_000).build());

    assertThat(many).hasSameSizeAs(few);
    assertThat(many.size()).isLessThan(150);
  }
}
