package trainer.appmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.session.api.SessionView;

class MasterMetricsTest {
  private static final String APPLICATION = "application_1_0001";

  private static LatestViews session(int jobs, int running) {
    LatestViews views = new LatestViews();
    List<SessionView.Job> all = new ArrayList<>();
    for (int i = 1; i <= jobs; i++) {
      JobState end = i > running ? JobState.EXITED : null;
      all.add(
          new SessionView.Job(
              new JobId(APPLICATION, i), "train", "clicks", "", end, "", 5, end == null ? 0 : 9));
      if (end == null) {
        views.show(Views.running(i, 1000).build());
      }
    }
    views.show(
        new SessionView(JobId.ofSession(APPLICATION), "night", null, "", List.copyOf(all), null));
    return views;
  }

  @Test
  void aSessionOfManyJobsHasFewSeriesAndCountsTheJobsLeftOut() {
    LatestViews views = session(1000, 60);
    List<Sample> samples = MasterMetrics.of(views);
    long served = samples.stream().filter(one -> one.metric() == Metric.PROGRESS).count();

    assertThat(samples).hasSizeLessThanOrEqualTo(MasterMetrics.MOST);
    assertThat(served).isBetween(4L, 59L);
    assertThat(Exposition.PROMETHEUS.of(views).lines())
        .contains(
            "trainer_session_jobs{session=\"application_1_0001\",state=\"EXITED\"} 940",
            "trainer_session_jobs{session=\"application_1_0001\",state=\"RUNNING\"} 60",
            "trainer_jobs_left_out{session=\"application_1_0001\"} " + (60 - served));
  }

  @Test
  void aFewJobsOfASessionAreAllThere() {
    assertThat(Exposition.PROMETHEUS.of(session(3, 2)))
        .contains("trainer_progress_ratio{job=\"application_1_0001.1\"}")
        .contains("trainer_progress_ratio{job=\"application_1_0001.2\"}")
        .doesNotContain("job=\"application_1_0001.3\"")
        .contains("trainer_jobs_left_out{session=\"application_1_0001\"} 0");
  }

  @Test
  void theOnlyJobIsThereWhenItHasEnded() {
    LatestViews views = new LatestViews();
    JobView ended = Views.running(1, 2).state(JobState.EXITED, null).build();
    views.show(ended);

    assertThat(MasterMetrics.of(views)).isEqualTo(JobMetrics.of(ended));
    assertThat(MasterMetrics.of(new LatestViews())).isEmpty();
  }
}
