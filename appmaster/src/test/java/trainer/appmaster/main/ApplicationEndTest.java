package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;

class ApplicationEndTest {
  private static final Failure LOST = new Failure(FailureKind.PSERVER_LOST, "gone", "", "");
  private static final Cluster.Ending EXITED = new Cluster.Ending(JobState.EXITED, null, "jobs/1");
  private static final Cluster.Ending KILLED = new Cluster.Ending(JobState.KILLED, null, "jobs/2");
  private static final Cluster.Ending FAILED = new Cluster.Ending(JobState.FAILED, LOST, "jobs/3");
  private static final Cluster.Ending ALSO = new Cluster.Ending(JobState.FAILED, null, "jobs/4");

  @Test
  void ofOneJobIsItsOwn() {
    assertThat(ApplicationEnd.of(List.of(KILLED))).isEqualTo(KILLED);
  }

  @Test
  void ofSeveralJobsIsTheFirstOfTheWorst() {
    assertThat(ApplicationEnd.of(List.of(EXITED, EXITED))).isEqualTo(EXITED);
    assertThat(ApplicationEnd.of(List.of(EXITED, KILLED))).isEqualTo(KILLED);
    assertThat(ApplicationEnd.of(List.of(EXITED, KILLED, FAILED, ALSO))).isEqualTo(FAILED);
    assertThat(ApplicationEnd.state(List.of(JobState.KILLED, JobState.FAILED)))
        .isEqualTo(JobState.FAILED);
  }
}
