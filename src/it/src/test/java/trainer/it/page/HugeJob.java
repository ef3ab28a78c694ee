package trainer.it.page;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ViewBuilder;

/** Views of a job with 1,000 workers, 64 pservers and 100,000 tasks, second by second. */
final class HugeJob {
  static final int WORKERS = 1000;
  static final int PSERVERS = 64;
  static final int TASKS = 100_000;

  private HugeJob() {}

  /** The job after so many seconds. Each second every worker finishes some mini-batches. */
  static JobView after(long second) {
    long done = Math.min(TASKS - WORKERS, 20 * second);
    ViewBuilder view =
        new ViewBuilder()
            .name("clicks of all countries")
            .state(JobState.RUNNING, null)
            .entered(JobState.NEW, 1_795_000_000_000L)
            .entered(JobState.RUNNING, 1_795_000_020_000L)
            .sync("ssp", null)
            .progress(second, 5000, 1, 3)
            .metrics(
                second * 40_000_000,
                new Metrics(1000, ExactSum.of(512), ExactSum.of(730)),
                new Evaluation(
                    new Metrics(400, ExactSum.of(200), ExactSum.of(300)),
                    ScoreCounts.NONE,
                    ScoreCounts.NONE))
            .tasks(
                new JobView.Tasks(
                    TASKS - WORKERS - done,
                    WORKERS,
                    done,
                    0,
                    JobView.Hands.of(
                        IntStream.range(0, WORKERS)
                            .mapToObj(i -> new JobView.Task((int) done + i, i, 0, 0, 0))
                            .toList()),
                    List.of(),
                    List.of(100L, 200L, 300L)));
    for (int i = 0; i < WORKERS; i++) {
      add(view, Role.WORKER, i, second);
    }
    for (int i = 0; i < PSERVERS; i++) {
      add(view, Role.PSERVER, i, second);
    }
    return view.build();
  }

  private static void add(ViewBuilder view, Role role, int index, long second) {
    boolean isWorker = role == Role.WORKER;
    long number = 1_048_577L + index + (isWorker ? PSERVERS : 0);
    String host = "node-" + index % 250 + ".rack-" + index % 13 + ".example.org";
    String container =
        String.format("container_e17_1795000000000_0042_01_%06d", number % 1_000_000);
    long slow = index % 37 == 0 ? 3 : 1;
    TimeSpent spent =
        new TimeSpent(
            second * (isWorker ? 20 : 400),
            isWorker
                ? Map.of(
                    Phase.READ, second * 90_000_000,
                    Phase.PULL, second * 110_000_000 * slow,
                    Phase.COMPUTE, second * 500_000_000 * slow,
                    Phase.PUSH, second * 120_000_000,
                    Phase.WAIT, second * 80_000_000)
                : Map.of(Phase.APPLY, second * 300_000_000, Phase.COMMIT, second * 40_000_000));
    view.member(
        new ProcessesView.Member(
            new ProcessesView.Instance(
                role,
                index,
                new Incarnation(number),
                host,
                isWorker ? "" : host + ":41234",
                container),
            slow > 1 ? "slow" : "live",
            1_795_000_020_000L + 1000 * second,
            isWorker ? second * 40_000 : 0,
            isWorker ? second * 20 : 0,
            new ProcessesView.Load(
                spent,
                isWorker ? StoredRows.NOTHING : new StoredRows(16, 40_000_000, 3_900_000_000L)),
            new ProcessesView.Delays(slow > 1 ? 140 : 0, "", 0),
            ""));
    view.container(
        new ProcessesView.Container(
            role,
            index,
            container,
            4000 + index,
            host,
            new ProcessesView.Life(1_795_000_001_000L, 1_795_000_004_000L, 1_795_000_009_000L, 0),
            null,
            new ProcessesView.Logs(
                "hdfs://nn/trainer/application_1795000000000_0042/logs/"
                    + role.word()
                    + "-"
                    + index,
                "partial")));
  }
}
