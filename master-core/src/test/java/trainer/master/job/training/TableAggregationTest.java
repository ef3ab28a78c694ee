package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reduction;
import trainer.core.fact.EndingFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;

/** Versions 1 and 2 count, then rows are folded, 3 updates rows, 4 to 7 train; then a fold. */
class TableAggregationTest {
  private static final ModelSpec MODEL =
      new ModelSpec(
          List.of(new TableSpec("counts", 1, Initializer.ZERO, false, 0)),
          List.of(
              new Phase.Passes("count", 1),
              new Phase.Aggregate("norms", "counts", List.of(Reduction.sum("l1"))),
              new Phase.RowUpdate("scale", "counts"),
              new Phase.Passes("train", 2),
              new Phase.Aggregate("last", "counts", List.of(Reduction.sum("l1")))));
  private static final int NORMS = 1;
  private static final int LAST = 4;

  /** A sum of one. */
  private static final Partial ONE = new Partial(BigInteger.ONE.shiftLeft(1074), List.of());

  private static final Aggregate RESULT = new Aggregate("norms", Map.of("l1", 32.0), Map.of());

  private static final Map<String, String> TWO =
      Map.of("trainer.workers", "2", "trainer.pservers", "2");

  private final DrivenJob job = new DrivenJob(8, 0, TWO, MODEL).run();

  private static ToPserver.FoldRows order(Line line, long version, int fold) {
    List<Aggregate> before = fold == LAST ? List.of(RESULT) : List.of();
    return new ToPserver.FoldRows(DrivenJob.TERM, line, new Version(version), fold, before);
  }

  private static List<ToPserver.FoldRows> folds(DrivenJob of, String pserver) {
    return of.said(pserver, ToPserver.FoldRows.class);
  }

  private static DrivenJob folded(DrivenJob of, String pserver, ToPserver.FoldRows order) {
    return of.folded(new Incarnation(of.incarnationOf(pserver)), order, ONE);
  }

  @Test
  void isAskedOnceTheVersionBeforeIsCommittedAndNothingIsBuiltOnThatBeforeTheAnswer() {
    job.commit(1);
    assertThat(folds(job, "p0")).isEmpty();
    job.commit(2);
    assertThat(folds(job, "p0")).containsExactly(order(new Line(1), 2, NORMS));
    assertThat(folds(job, "p1")).containsExactly(order(new Line(1), 2, NORMS));

    folded(job, "p0", order(new Line(1), 2, NORMS));
    assertThat(job.facts(ResultFact.Aggregated.class)).isEmpty();
    assertThat(job.said(ToPserver.UpdateRows.class)).isEmpty();
    assertThat(job.said(ToWorker.Order.class)).allMatch(order -> order.version().number() <= 2);

    folded(job, "p1", order(new Line(1), 2, NORMS));
    assertThat(job.facts(ResultFact.Aggregated.class))
        .containsExactly(new ResultFact.Aggregated(new Version(2), NORMS, RESULT));
    assertThat(job.view().results().aggregates()).containsExactly(RESULT);
    assertThat(job.said(ToPserver.UpdateRows.class))
        .hasSize(2)
        .allMatch(update -> update.before().equals(List.of(RESULT)));
    assertThat(job.wanted().positionOf(ResultFact.Aggregated.class))
        .isLessThan(job.wanted().positionOf(ToPserver.UpdateRows.class::isInstance));
  }

  /** As {@link #job}, with the first fold answered. */
  private void foldFirst() {
    job.commit(1).commit(2);
    folded(job, "p0", order(new Line(1), 2, NORMS));
    folded(job, "p1", order(new Line(1), 2, NORMS));
  }

  @Test
  void oneAtTheEndIsOfTheFinalVersionAndBeforeTheModelIsWritten() {
    foldFirst();
    for (long version = 3; version <= 7; version++) {
      job.commit(version);
    }
    assertThat(job.facts(ResultFact.FinalVersion.class)).hasSize(1);
    assertThat(job.said(ToPserver.WriteParts.class)).isEmpty();
    folded(job, "p0", order(new Line(1), 7, LAST));
    folded(job, "p1", order(new Line(1), 7, LAST));
    assertThat(job.facts(ResultFact.Aggregated.class))
        .extracting(one -> one.version().number(), ResultFact.Aggregated::fold)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2L, NORMS),
            org.assertj.core.groups.Tuple.tuple(7L, LAST),
            org.assertj.core.groups.Tuple.tuple(7L, MODEL.summary(0)));
    assertThat(job.said(ToPserver.WriteParts.class)).isNotEmpty();
    assertThat(job.view().results().tables())
        .extracting(table -> table.table())
        .containsExactly("counts");
  }

  @Test
  void aJobThatIsStoppedFoldsItsLastVersion() {
    foldFirst();
    job.commit(3).tell(new JobEvent.StopAsked("alice"));
    long last = job.facts(TargetFact.StopScheduled.class).get(0).stopAt().number();
    for (long version = 4; version <= last; version++) {
      job.commit(version);
    }
    assertThat(last).isLessThan(7);
    assertThat(folds(job, "p0")).contains(order(new Line(1), last, LAST));
  }

  @Test
  void aPserverThatReturnsIsAskedAgainUnlessItHasAnswered() {
    job.commit(1).commit(2);
    folded(job, "p0", order(new Line(1), 2, NORMS)).wanted().clear();
    job.registerAgain("p1").registerAgain("p0");
    assertThat(folds(job, "p1")).containsExactly(order(new Line(1), 2, NORMS));
    assertThat(folds(job, "p0")).isEmpty();
  }

  @Test
  void underANewLineAllAreAskedAnewAndOldAnswersAreVoid() {
    DrivenJob one = new DrivenJob(8, 0, Map.of(), MODEL).run();
    one.commit(1).commit(2);
    one.takeOver("p0", "w0", "w1").lead().cutAgain();
    one.registerAgain("p0")
        .say(
            "p0",
            new FromPserver.Sealed(DrivenJob.TERM.next(), new Line(1), new Version(2), false));
    Line line = one.view().line();
    one.say("p0", new FromPserver.LineAccepted(line, new Version(2), true));
    folded(one, "p0", order(new Line(1), 2, NORMS));
    assertThat(one.facts(ResultFact.Aggregated.class)).isEmpty();
    ToPserver.FoldRows again =
        new ToPserver.FoldRows(DrivenJob.TERM.next(), line, new Version(2), NORMS, List.of());
    assertThat(folds(one, "p0")).contains(again);
    folded(one, "p0", again);
    assertThat(one.facts(ResultFact.Aggregated.class))
        .containsExactly(new ResultFact.Aggregated(new Version(2), NORMS, RESULT));
  }

  @Test
  void copiesThatFoldToDifferentThingsEndTheJob() {
    DrivenJob two =
        new DrivenJob(8, 0, Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2"), MODEL)
            .run();
    two.commit(1).commit(2);
    folded(two, "p0", order(new Line(1), 2, NORMS));
    two.folded(
        new Incarnation(two.incarnationOf("p1")), order(new Line(1), 2, NORMS), Partial.NONE);
    assertThat(two.facts(ResultFact.Aggregated.class)).isEmpty();
    EndingFact.EndDecided end = two.facts(EndingFact.EndDecided.class).get(0);
    assertThat(end.state()).isEqualTo(JobState.FAILED);
    assertThat(end.failure().kind()).isEqualTo(FailureKind.UNEXPECTED);
    assertThat(end.failure().what()).contains("partition 0 do not fold to one thing: norms");
  }

  @Test
  void copiesThatAreLeftAnswerForOneThatIsLost() {
    DrivenJob two =
        new DrivenJob(8, 0, Map.of("trainer.pservers", "2", "trainer.pserver.replicas", "2"), MODEL)
            .run();
    two.commit(1).commit(2);
    folded(two, "p0", order(new Line(1), 2, NORMS));
    assertThat(two.facts(ResultFact.Aggregated.class)).isEmpty();
    two.dies("p1", 137);
    assertThat(two.facts(ResultFact.Aggregated.class))
        .containsExactly(new ResultFact.Aggregated(new Version(2), NORMS, RESULT));
  }
}
