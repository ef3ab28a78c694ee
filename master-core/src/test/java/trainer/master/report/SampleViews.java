package trainer.master.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.message.ScoreCounts;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** Views of four jobs that together have a value in every field of the report. */
public final class SampleViews {
  private SampleViews() {}

  /** A job at its beginning, which has nothing but a name. */
  public static JobView begun() {
    return new ViewBuilder()
        .name("begun \"now\"")
        .entered(JobState.NEW, 1_000)
        .firstPass(12, 64)
        .build();
  }

  /** A job with mini-batches: it waits for a worker, and a pserver is full. */
  public static JobView runningBsp() {
    return new ViewBuilder()
        .name("clicks")
        .state(JobState.RUNNING, null)
        .entered(JobState.NEW, 10_000)
        .entered(JobState.SUBMITTED, 20_500)
        .entered(JobState.RUNNING, 31_250)
        .waiting(new JobView.Waiting("workers", 40_000, 3, 2, "queue default is full", 90_000))
        .waiting(new JobView.Waiting("pservers", 41_000, 2, 1, "", 0))
        .progress(7, 36, 2, 5)
        .records(12_345, 3)
        .rollbacks(1, 3, null)
        .speculated(new Speculated(5, 4, 3, 2))
        .metrics(67_890, new Metrics(1000, ExactSum.of(512.25), ExactSum.of(730)), null)
        .tasks(
            new JobView.Tasks(
                9,
                2,
                12,
                0,
                JobView.Hands.of(
                    List.of(new JobView.Task(4, 0, 95_000, 1, 2), new JobView.Task(5, 1, 0, 0, 0))),
                List.of(),
                List.of()))
        .member(
            new ProcessesView.Member(
                new ProcessesView.Instance(
                    Role.WORKER, 1, new Incarnation(3), "h1", "h1:70", "c_3"),
                "live",
                99_000,
                33_000,
                11,
                ProcessesView.Load.NONE,
                ProcessesView.Delays.NONE,
                ""))
        .member(
            new ProcessesView.Member(
                new ProcessesView.Instance(
                    Role.PSERVER, 0, new Incarnation(1), "h2", "h2:71", "c_2"),
                "full",
                98_500,
                0,
                0,
                ProcessesView.Load.NONE,
                new ProcessesView.Delays(2500, "no room for 3 MB; give it more", 1750),
                ""))
        .member(
            new ProcessesView.Member(
                new ProcessesView.Instance(Role.WORKER, 0, new Incarnation(2), "h3", "", "c_4"),
                "dead",
                0,
                34_890,
                12,
                ProcessesView.Load.NONE,
                ProcessesView.Delays.NONE,
                "exit status 137"))
        .container(
            new ProcessesView.Container(
                Role.WORKER,
                0,
                "c_4",
                0,
                "h3",
                new ProcessesView.Life(25_000, 26_000, 0, 0),
                null,
                new ProcessesView.Logs("/logs/c_4", "none")))
        .container(
            new ProcessesView.Container(
                Role.PSERVER,
                0,
                "c_2",
                77,
                "h2",
                new ProcessesView.Life(1, 2, 3, 4),
                137,
                new ProcessesView.Logs("/logs/c_2", "partial")))
        .pservers(
            new ProcessesView.Pservers(
                List.of(0, 2),
                "alice",
                50_000,
                6,
                List.of(new ProcessesView.Move(2, List.of(1, 5), 4096, 60_000))))
        .survived(new JobView.Survived("worker-0 was killed", 50_000, 1.5))
        .checkpoint(
            new JobView.Checkpoint(6, "/jobs/1/checkpoints/6", 123_456_789_012L, 70_000, ""))
        .trouble(new JobView.CheckpointTrouble(7, 3, 80_000, 85_000, "/jobs: no space", false))
        .build();
  }

  /** A job with queues that went back once. */
  public static JobView runningAsync() {
    return new ViewBuilder()
        .name("ratings")
        .measures(new Measures(Labels.NUMBERS, Loss.UNNAMED))
        .state(JobState.RUNNING, null)
        .entered(JobState.NEW, 10_000)
        .entered(JobState.RUNNING, 10_100)
        .progress(1, 3, 2, 3)
        .sync("ssp", null)
        .rollbacks(2, 4, new JobView.Repeated(600, 7))
        .metrics(
            1_000_000_000_000L,
            new Metrics(3, ExactSum.of(1), ExactSum.of(1)),
            new Evaluation(
                new Metrics(4, ExactSum.of(1e-7), ExactSum.of(9e9)),
                ScoreCounts.NONE,
                ScoreCounts.NONE))
        .tasks(
            new JobView.Tasks(
                10,
                3,
                6,
                1,
                new JobView.Hands(List.of(), 2),
                List.of(new JobView.Discarded(17, "POISON", "worker-1 died of it 3 times")),
                List.of(5L, 0L, 2L)))
        .masters(new JobView.Master(1, 9_000), new JobView.Master(4, 11_000))
        .checkpoint(new JobView.Checkpoint(1, "1", 10, 70_000, "part 3 is missing"))
        .trouble(new JobView.CheckpointTrouble(7, 1, 80_000, 80_000, "slow", true))
        .build();
  }

  /** A failed job; its master could not record the end. */
  public static JobView failed() {
    Failure failure =
        new Failure(FailureKind.PSERVER_LOST, "gone", "host-1, \u00fc", "try <again>");
    return new ViewBuilder()
        .entered(JobState.NEW, 10_000)
        .entered(JobState.SUBMITTED, 20_000)
        .waiting(new JobView.Waiting("workers", 21_000, 1, 0, "", 0))
        .warning("not shown")
        .outputTrouble(new JobView.OutputTrouble(1, "not shown"))
        .sync("versioned", new JobView.Versioned(40, 4))
        .member(
            new ProcessesView.Member(
                new ProcessesView.Instance(Role.WORKER, 0, new Incarnation(1), "h", "h:1", "c"),
                "live",
                1,
                0,
                0,
                ProcessesView.Load.NONE,
                ProcessesView.Delays.NONE,
                ""))
        .build()
        .failed(failure, 25_125);
  }

  /** A job that was stopped, with its model, aggregates and tables. */
  public static JobView exited() {
    Evaluation held =
        new Evaluation(
            new Metrics(4, ExactSum.of(1), ExactSum.of(3))
                .with(new Positives(ExactSum.of(1), ExactSum.of(1.5))),
            ScoreCounts.of(new int[] {5}, new long[] {1}),
            ScoreCounts.of(new int[] {3}, new long[] {3}));
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("rows", 4.0);
    numbers.put("sum", 1e300);
    numbers.put("tiny", -2.5e-9);
    numbers.put("huge", Double.POSITIVE_INFINITY);
    Map<String, List<Ranked>> rankings = new LinkedHashMap<>();
    rankings.put("largest", List.of(new Ranked(2.5, -1, 3), new Ranked(1, 12, 0)));
    rankings.put("none", List.of());
    return new ViewBuilder()
        .name("done")
        .state(JobState.EXITED, null)
        .entered(JobState.NEW, 10_000)
        .entered(JobState.SUBMITTED, 20_000)
        .entered(JobState.RUNNING, 30_000)
        .entered(JobState.EXITED, 70_000)
        .stop(new JobView.Stop("alice (good enough)", 65_000, 12, false))
        .progress(12, 24, 1, 2)
        .metrics(2000, new Metrics(2, ExactSum.of(1), ExactSum.of(2)), held)
        .model("0a1b", "hdfs://nn/models/m")
        .aggregate(new Aggregate("counts", numbers, rankings))
        .table(summary("w", numbers(3, 5, 2.5, -4.0), List.of(new Ranked(-4, 7, 1))))
        .table(summary("empty", numbers(0, 0, 0, null), List.of()))
        .outputTrouble(new JobView.OutputTrouble(66_000, "/models: Permission denied"))
        .warning("the held-out log loss is no better")
        .build();
  }

  private static Map<String, Double> numbers(double rows, double nonZeros, double sum, Double min) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("rows", rows);
    numbers.put("nonZeros", nonZeros);
    numbers.put("sum", sum);
    numbers.put("l1", 6.25);
    numbers.put("squares", 2.0);
    if (min != null) {
      numbers.put("min", min);
      numbers.put("max", 3.0);
    }
    return numbers;
  }

  private static TableSummary summary(
      String table, Map<String, Double> numbers, List<Ranked> largest) {
    return TableSummary.of(new Aggregate(table, numbers, Map.of("largest", largest)), 2);
  }
}
