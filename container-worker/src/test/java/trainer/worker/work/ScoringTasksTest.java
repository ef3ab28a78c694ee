package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.Score;
import trainer.worker.api.WorkerAction.SendKeys;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;
import trainer.worker.task.ScoringTask;

class ScoringTasksTest {
  private static final Metrics METRICS = new Metrics(8, ExactSum.of(2), ExactSum.of(5));

  private final DrivenWorker driven = new DrivenWorker(1, 2).ready();

  private static ToWorker.Evaluate evaluate(int blocks) {
    return new ToWorker.Evaluate(
        new Term(1), new Line(1), new Version(6), 3, DrivenWorker.blocks(blocks));
  }

  private void score(long work) {
    driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS));
    driven.valuesFromAll(work, 6);
    Evaluation piece = new Evaluation(METRICS, ScoreCounts.NONE, ScoreCounts.NONE);
    driven.step(new WorkerEvent.Scored(work, piece));
  }

  @Test
  void readsTheCommittedVersionAndPushesNothing() {
    driven.receive(evaluate(1));
    score(driven.last(Prepare.class).work());
    assertThat(driven.take(SendKeys.class)).hasSize(2).noneMatch(SendKeys::train);
    assertThat(driven.take(SendPull.class)).hasSize(2).allMatch(pull -> pull.version() == 6);
    assertThat(driven.take(Score.class)).hasSize(1);
    assertThat(driven.take(SendPush.class)).isEmpty();
    assertThat(driven.take(Compute.class)).isEmpty();
  }

  @Test
  void noTimeOfScoringIsThatOfAMiniBatch() {
    driven.receive(evaluate(1));
    long work = driven.last(Prepare.class).work();
    driven.pass(Duration.ofMillis(1)); // reads
    driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS));
    driven.pass(Duration.ofMillis(2)); // pulls
    driven.valuesFromAll(work, 6);
    assertThat(driven.take(Score.class)).hasSize(1);
    driven.pass(Duration.ofMillis(4)); // scores
    driven.step(
        new WorkerEvent.Scored(work, new Evaluation(METRICS, ScoreCounts.NONE, ScoreCounts.NONE)));
    TimeSpent spent = driven.worker.spent(driven.now());
    assertThat(spent.nanos()).containsOnlyKeys(Phase.WAIT);
    assertThat(spent.in(Phase.WAIT)).isGreaterThan(7_000_000);
    assertThat(spent.finished()).isZero();
  }

  @Test
  void aShareBesideScoringHasThePhaseOfTheShare() {
    driven.receive(evaluate(1));
    long scoring = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(scoring, DrivenWorker.KEYS));
    driven.valuesFromAll(scoring, 6);
    driven.orderedAndPrepared(8, 0);
    driven.pass(Duration.ofMillis(5));
    TimeSpent spent = driven.worker.spent(driven.now());
    assertThat(spent.in(Phase.PULL)).isEqualTo(5_000_000);
    assertThat(spent.in(Phase.COMPUTE)).isZero();
  }

  @Test
  void anAnswerToWhatWasPulledByAnEarlierMapIsNotScored() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    two.receive(evaluate(1));
    long work = two.last(Prepare.class).work();
    two.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS));
    SendPull before = two.take(SendPull.class).get(0);
    assertThat(two.take(SendKeys.class))
        .as("what is pulled from each, and no more")
        .allMatch(keys -> !keys.train() && keys.keys().keys().length == 2);
    PartitionMap left =
        new PartitionMap(2, two.map.pservers().subList(0, 1), Collections.nCopies(4, List.of(0)));
    two.receive(
        new ToMember.NewLine(
            new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, left, ""));
    SendPull after = two.last(SendPull.class);
    two.values(before.lane(), before.request(), 6);
    assertThat(two.take(Score.class)).as("a part, as it was asked for before").isEmpty();
    two.values(after.lane(), after.request(), 6);
    assertThat(two.take(Score.class)).hasSize(1);
  }

  @Test
  void worksALongTaskOffInPiecesAndAddsThemUp() {
    driven.receive(evaluate(3 * ScoringTask.PIECE));
    int pieces = 0;
    while (true) {
      var open = driven.take(Prepare.class);
      if (open.isEmpty()) {
        break;
      }
      assertThat(open).hasSizeLessThanOrEqualTo(ScoringTask.AHEAD);
      for (Prepare piece : open) {
        score(piece.work());
        pieces++;
      }
    }
    assertThat(pieces).isEqualTo(3);
    assertThat(driven.sent())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.Evaluated.class,
            done -> {
              assertThat(done.task()).isEqualTo(3);
              assertThat(done.evaluation().metrics())
                  .isEqualTo(METRICS.plus(METRICS).plus(METRICS));
            });
  }

  @Test
  void anEvaluationOfNothingIsAnsweredAtOnce() {
    driven.receive(evaluate(0));
    assertThat(driven.sent()).hasOnlyElementsOfType(FromWorker.Evaluated.class).hasSize(1);
  }

  @Test
  void aRepeatedTaskIsAnsweredAgain() {
    driven.receive(evaluate(1));
    driven.receive(evaluate(1));
    assertThat(driven.take(Prepare.class)).hasSize(1);
    score(1);
    driven.receive(evaluate(1));
    assertThat(driven.take(Prepare.class)).hasSize(1);
  }

  @Test
  void aFailureEndsTheWholeTask() {
    driven.receive(evaluate(2 * ScoringTask.PIECE));
    long work = driven.last(Prepare.class).work();
    Failure failure = new Failure(FailureKind.INPUT_GONE, "gone", "file:/data/a", "");
    driven.step(new WorkerEvent.Failed(work, 9, failure));
    assertThat(driven.sent()).containsExactly(new FromMember.MemberFailure(failure));
    assertThat(driven.take(Forget.class)).hasSize(2);
  }
}
