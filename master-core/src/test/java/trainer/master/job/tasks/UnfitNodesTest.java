package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.history.JobPlan;

/** Workers that register, are given tasks, and report that their machine cannot run the job. */
class UnfitNodesTest {
  private static final Failure UNFIT =
      new Failure(FailureKind.NODE_UNFIT, "this machine cannot load it", "", "run it elsewhere");

  private static final int STOPPED_BY_MASTER = -105;

  private final DrivenJob job =
      new DrivenJob(
          8,
          0,
          Map.of(
              "trainer.score.model-uri", "hdfs://x/model",
              "trainer.workers", "1",
              "trainer.tasks.per-assignment", "2"));

  private String worker() {
    List<String> workers = job.containersOf(Role.WORKER);
    return workers.get(workers.size() - 1);
  }

  private void isUnfit() {
    String worker = worker();
    job.say(worker, new FromMember.MemberFailure(UNFIT));
    job.ends(worker, STOPPED_BY_MASTER);
  }

  @Test
  void noTaskIsSuspectedForThem() {
    job.cut().startReplacements();
    for (int death = 0; death <= JobPlan.DEATHS_TOGETHER; death++) {
      isUnfit();
      job.startReplacements();
    }

    assertThat(job.said(worker(), ToWorker.AssignTasks.class).get(0).tasks()).hasSize(2);
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theJobEndsWithTheirReasonWhereNoMachineIsFit() {
    job.cut().startReplacements();
    int deaths = 0;
    for (; deaths < 40 && job.view().failure() == null; deaths++) {
      isUnfit();
      if (job.view().failure() == null) {
        job.startReplacements();
      }
    }

    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.WORKERS_LOST);
    assertThat(job.view().failure().message()).startsWith("WORKERS_LOST: " + deaths + " workers");
    assertThat(job.view().failure().message())
        .contains("NODE_UNFIT: this machine cannot load it")
        .contains("run it elsewhere");
  }
}
