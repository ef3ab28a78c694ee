package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;

/** The scores of three held-out blocks, each a task of its own, though masters are lost. */
class HeldOutScoringTest {
  private final DrivenJob job = new DrivenJob(8, 3, Map.of()).run();

  /** The scores of a task: each has another loss and other bins. */
  private static Evaluation scoresOf(int task, long bad) {
    return new Evaluation(
        new Metrics(10, ExactSum.of(1.25 * task + 0.1), ExactSum.of(task), bad),
        ScoreCounts.of(new int[] {40_000 + task, 50_000}, new long[] {4, 2}),
        ScoreCounts.of(new int[] {20_000 * task, 50_000}, new long[] {3, 1}));
  }

  private static final Evaluation ALL = scoresOf(0, 0).plus(scoresOf(1, 0)).plus(scoresOf(2, 0));

  private void scored(int task) {
    job.evaluated("w0", task, scoresOf(task, 0));
  }

  /** The processes of before find the new master, which finds the last version complete. */
  private void takeOver() {
    job.takeOver("p0", "w0").cutAgain().registerAgain("p0").registerAgain("w0");
    job.say(
        "p0",
        new FromPserver.Sealed(
            job.view().recovery().term(), job.view().line(), new Version(2), false));
    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), new Version(2), true));
  }

  private List<Integer> asked() {
    return tasks(job, "w0").stream().sorted().toList();
  }

  @Test
  void aLossDuringScoringDelaysNoTraining() {
    job.train();
    job.dies("w0", 137);
    job.startReplacements();
    job.pass(Duration.ofSeconds(1));
    assertThat(job.view().recovery().survived()).isEmpty();
  }

  @Test
  void theAnswersToAllTasksMakeOneFact() {
    job.train();
    scored(1);
    scored(1);
    scored(0);
    assertThat(job.facts(ResultFact.Scored.class)).isEmpty();
    assertThat(job.view().results().quality().validation()).isNull();
    scored(2);
    scored(2);
    Metrics train = new Metrics(80, ExactSum.of(14), ExactSum.ZERO);
    assertThat(job.facts(ResultFact.Scored.class))
        .extracting(ResultFact.Scored::version, ResultFact.Scored::epoch)
        .containsExactly(tuple(new Version(2), 1));
    assertThat(job.facts(ResultFact.Scored.class).get(0).train()).isEqualTo(train);
    assertThat(job.view().results().quality().validation()).isEqualTo(ALL.summary());
  }

  @Test
  void aMasterThatTakesOverScoresTheVersionAgain() {
    job.train();
    scored(2);
    scored(0);
    takeOver();
    assertThat(asked()).containsExactly(0, 1, 2);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).isEmpty();
    scored(0);
    scored(1);
    scored(2);
    assertThat(job.view().results().quality().validation()).isEqualTo(ALL.summary());
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void anAnswerOfAnEarlierLineCountsForNothing() {
    job.train();
    job.say("w0", new FromWorker.Evaluated(new Line(9), new Version(2), 0, scoresOf(0, 0)));
    job.say("w0", new FromWorker.Evaluated(job.view().line(), new Version(1), 1, scoresOf(1, 0)));
    scored(2);
    assertThat(job.facts(ResultFact.Scored.class)).isEmpty();
    scored(0);
    scored(1);
    assertThat(job.facts(ResultFact.Scored.class)).hasSize(1);
  }

  @Test
  void aMasterThatFindsAllScoredGoesOnWithTheExport() {
    job.train();
    scored(0);
    scored(1);
    scored(2);
    takeOver();
    assertThat(asked()).isEmpty();
    assertThat(job.view().results().quality().validation()).isEqualTo(ALL.summary());
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void aMasterThatFindsTheModelInItsPlaceReportsItsScores() {
    job.train();
    scored(0);
    scored(1);
    scored(2);
    job.write(2);
    job.takeOver("p0", "w0");
    assertThat(job.actions(JobEffect.FindModel.class)).hasSize(1);
    job.tell(new JobEvent.Published("id", "hdfs://x/out")).endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
    assertThat(job.view().results().quality().validation()).isEqualTo(ALL.summary());
  }

  @Test
  void aMasterThatIsLostBeforeItSaysThatTooMuchIsBrokenChangesNothing() {
    job.train();
    job.wanted()
        .add(
            List.of(
                new Action.Append(
                    job.spec().id(),
                    new ResultFact.Scored(
                        new Version(2), 1, Metrics.NONE, scoresOf(0, 1).summary(), 1000),
                    null)));
    takeOver();
    job.pass(Duration.ofSeconds(3));
    assertThat(job.view().failure().message()).contains("a broken record");
    assertThat(job.said(ToPserver.WriteParts.class)).isEmpty();
  }

  @Test
  void whatAWorkerThatIsWellDoesNotAnswerIsAlsoGivenToAnother() {
    DrivenJob two =
        new DrivenJob(8, 3, Map.of("trainer.workers", "2", "trainer.task.timeout-least", "10s"))
            .run();
    two.train();
    List<Integer> hung = tasks(two, "w1");
    assertThat(hung).isNotEmpty();
    tasks(two, "w0").forEach(task -> two.evaluated("w0", task, scoresOf(task, 0)));
    two.pass(Duration.ofSeconds(8));
    assertThat(tasks(two, "w0")).doesNotContainAnyElementsOf(hung);

    two.pass(Duration.ofSeconds(4));
    assertThat(tasks(two, "w0")).containsAll(hung.subList(0, 1));
    while (two.view().results().quality().validation() == null) {
      tasks(two, "w0").forEach(task -> two.evaluated("w0", task, scoresOf(task, 0)));
      two.pass(Duration.ofSeconds(1));
    }
    assertThat(two.view().results().quality().validation()).isEqualTo(ALL.summary());
    two.evaluated("w1", hung.get(0), scoresOf(hung.get(0), 0));
    assertThat(two.facts(ResultFact.Scored.class)).as("once").hasSize(1);
  }

  /** Blocks stay in the memory of the worker that has scored them. */
  @Test
  void aWorkerScoresTheTasksThatItScoredBefore() {
    DrivenJob two =
        new DrivenJob(8, 4, Map.of("trainer.workers", "2", "trainer.epochs", "3")).run();
    two.commit(1);
    two.commit(2);
    assertThat(tasksOf(two, "w0", 2)).containsExactly(0, 2);
    evaluated(two, 0);
    evaluated(two, 2);
    two.dies("w1", 137);
    assertThat(tasksOf(two, "w0", 2)).as("those of the other too").hasSize(4);
    evaluated(two, 1);
    evaluated(two, 3);
    two.startReplacements();
    two.commit(3);
    two.commit(4);
    assertThat(tasksOf(two, "w0", 4)).as("half of those it scored before").containsExactly(0, 1);
  }

  private static void evaluated(DrivenJob job, int task) {
    Evaluation some =
        new Evaluation(
            new Metrics(10, ExactSum.of(1), ExactSum.ZERO), ScoreCounts.NONE, ScoreCounts.NONE);
    job.evaluated("w0", task, some);
  }

  private static List<Integer> tasksOf(DrivenJob job, String worker, long version) {
    return job.said(worker, ToWorker.Evaluate.class).stream()
        .filter(order -> order.version().number() == version)
        .map(ToWorker.Evaluate::task)
        .distinct()
        .toList();
  }

  private static List<Integer> tasks(DrivenJob job, String worker) {
    return job.said(worker, ToWorker.Evaluate.class).stream()
        .map(ToWorker.Evaluate::task)
        .distinct()
        .toList();
  }
}
