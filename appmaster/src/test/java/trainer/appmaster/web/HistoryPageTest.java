package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

class HistoryPageTest {
  private static final String APPLICATION = "application_1_0001";
  private static final Cluster.Ending REPORTED =
      Cluster.Ending.ofJob(JobState.FAILED, null, "hdfs://x/report.json");

  private static String page(JobId id, Cluster.Ending end, Map<String, String> more) {
    Map<String, String> settings =
        new HashMap<>(Map.of("trainer.input", "file:/in", "trainer.output", "file:/out"));
    settings.putAll(more);
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(1)));
    JobSpec spec = new JobSpec(id, "alice", "file:/jobs/1", settings, model, List.of(), "test");
    return HistoryPage.link(end, spec).page();
  }

  @Test
  void isThatOfTheJobOrOfTheSession() {
    Map<String, String> history = Map.of("trainer.history.address", "history:18089");
    assertThat(page(new JobId(APPLICATION, 1), REPORTED, history))
        .isEqualTo("http://history:18089/?job=application_1_0001.1");
    Cluster.Ending withoutJobs = new Cluster.Ending(JobState.EXITED, null, "", "");
    assertThat(page(JobId.ofSession(APPLICATION), withoutJobs, history))
        .isEqualTo("http://history:18089/?job=application_1_0001");
  }

  @Test
  void isNoneWithoutAHistoryOrAReport() {
    Cluster.Ending unreported = Cluster.Ending.ofJob(JobState.FAILED, null, null);
    JobId job = new JobId(APPLICATION, 1);
    assertThat(page(job, REPORTED, Map.of())).isEmpty();
    assertThat(page(job, unreported, Map.of("trainer.history.address", "history:18089"))).isEmpty();
  }
}
