package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction;

class ScoringPieceTest {
  private final WorkParts parts = new WorkParts();

  private ScoringPiece start() {
    parts.scoring.onEvaluate(
        new ToWorker.Evaluate(new Term(1), new Line(1), new Version(6), 3, DrivenWorker.blocks(1)));
    parts.scoring.startPieces();
    return (ScoringPiece) parts.items.all().get(0);
  }

  @Test
  void readsTheRowsOfTheModelItself() {
    ScoringPiece piece = start();
    assertThat(piece.pullVersion()).isEqualTo(6);
    assertThat(piece.phase()).isEqualTo(WorkerAction.SCORING);
  }

  @Test
  void endsWhenItIsScored() {
    ScoringPiece piece = start();
    piece.onScored(Evaluation.NONE);
    assertThat(parts.items.all()).isEmpty();
    assertThat(parts.sent())
        .containsExactly(new FromWorker.Evaluated(new Line(1), new Version(6), 3, Evaluation.NONE));
  }

  @Test
  void endsItsTaskWhenItsVersionIsNoLongerServed() {
    ScoringPiece piece = start();
    piece.onOvertaken(7, parts.lane());
    assertThat(parts.items.all()).isEmpty();
    assertThat(parts.sent()).isEmpty();
  }
}
