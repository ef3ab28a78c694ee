package trainer.appmaster.metrics;

import trainer.core.fact.Speculated;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ViewBuilder;

/** Views of running jobs. */
final class Views {
  private static final int[] EXITS = {
    0, -105, -100, -101, -102, -103, -106, -109, -1000, 3, 137, 1
  };

  private Views() {}

  /** A job of {@code bsp} with so many workers, of which every twelfth has lost a container. */
  static ViewBuilder running(int number, int workers) {
    Evaluation held =
        new Evaluation(
            new Metrics(4, ExactSum.of(2), ExactSum.of(3)), ScoreCounts.NONE, ScoreCounts.NONE);
    ViewBuilder view =
        new ViewBuilder()
            .number(number)
            .name("clicks")
            .state(JobState.RUNNING, null)
            .entered(JobState.NEW, 10_000)
            .entered(JobState.RUNNING, 30_500)
            .progress(7, 24, 1, 2)
            .records(5000, 3)
            .speculated(new Speculated(5, 4, 3, 2))
            .metrics(9000, new Metrics(1000, ExactSum.of(512), ExactSum.of(730)), held)
            .waiting(new JobView.Waiting("workers", 1, 5, 3, "", 0))
            .checkpoint(new JobView.Checkpoint(4, "/c/4", 100, 60_250, ""))
            .checkpoint(new JobView.Checkpoint(6, "/c/6", 120, 70_000, "part 3 is missing"))
            .trouble(new JobView.CheckpointTrouble(7, 3, 80_000, 85_000, "no space", false));
    for (int i = 0; i < workers; i++) {
      view.member(worker(i, i % 2 == 0 ? "live" : "slow", i));
      view.container(container(i, EXITS[i % EXITS.length]));
    }
    return view;
  }

  private static ProcessesView.Member worker(int index, String state, long behind) {
    return new ProcessesView.Member(
        new ProcessesView.Instance(Role.WORKER, index, new Incarnation(1), "h" + index, "h:1", "c"),
        state,
        1,
        10,
        1,
        ProcessesView.Load.NONE,
        new ProcessesView.Delays(behind, "", 0),
        "");
  }

  private static ProcessesView.Container container(int index, int exit) {
    return new ProcessesView.Container(
        Role.WORKER,
        index,
        "c_" + index,
        0,
        "h" + index,
        new ProcessesView.Life(1, 2, 3, 4),
        exit,
        new ProcessesView.Logs("/logs/c_" + index, "none"));
  }
}
