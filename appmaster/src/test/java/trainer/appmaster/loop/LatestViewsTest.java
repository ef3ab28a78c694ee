package trainer.appmaster.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.JobFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;

class LatestViewsTest {
  private static final String APPLICATION = "application_1_0001";

  private final LatestViews views = new LatestViews();

  /** A job of ten versions. */
  private static JobView job(int number, long version) {
    JobSpec spec =
        new JobSpec(
            new JobId(APPLICATION, number),
            "alice",
            "hdfs://x/jobs/1",
            Map.of(
                "trainer.input", "hdfs://x/in",
                "trainer.output", "hdfs://x/out",
                "trainer.minibatch.blocks", "4"),
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "test");
    Metrics none = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO);
    return JobViews.replay(
        spec,
        List.of(
            new JobFact.JobDefined("{}", 1, "order", "digest", 40, 10),
            new TrainingFact.Progressed(new Version(version), none, 0, 0, 0, 0)));
  }

  @Test
  void everyJobCountsAlikeInTheProgressOfTheApplication() {
    assertThat(views.progress()).isZero();
    views.show(job(1, 10));
    views.show(job(2, 5));
    assertThat(views.progress()).isEqualTo(0.75f);
  }

  @Test
  void theApplicationNamesItsOnlyJob() {
    views.show(job(1, 0));
    assertThat(views.find(APPLICATION)).isPresent();
    assertThat(views.find("")).isPresent();
    views.show(job(2, 0));
    assertThat(views.find(APPLICATION)).isEmpty();
    assertThat(views.find(APPLICATION + ".2")).isPresent();
  }
}
