package trainer.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.message.Evaluation;
import trainer.core.message.ToWorker;

class ScoringTaskTest {
  /** Of long blocks. */
  private static ScoringTask task(int blocks) {
    return task(blocks, ScoringTask.PIECE_BYTES);
  }

  private static ScoringTask task(int blocks, long length) {
    List<Block> all =
        IntStream.range(0, blocks).mapToObj(i -> new Block(i, i * length, length, 5, 0)).toList();
    InputFile file = new InputFile("file:/data/a", 1000, 1);
    return new ScoringTask(
        new ToWorker.Evaluate(
            new Term(1), new Line(1), new Version(6), 3, List.of(new FileBlocks(file, all))));
  }

  @Test
  void hasAFewPiecesInProgressAtOnce() {
    ScoringTask task = task(3 * ScoringTask.PIECE);
    for (int i = 0; i < ScoringTask.AHEAD; i++) {
      assertThat(task.mayStartPiece()).isTrue();
      assertThat(task.startPiece().get(0).blocks()).hasSize(ScoringTask.PIECE);
    }
    assertThat(task.mayStartPiece()).isFalse();
    task.add(Evaluation.NONE);
    assertThat(task.mayStartPiece()).isTrue();
  }

  @Test
  void isDoneWhenItsLastPieceIsScored() {
    assertThat(task(0).isDone()).isTrue();
    ScoringTask task = task(ScoringTask.PIECE + 1);
    task.startPiece();
    assertThat(task.startPiece().get(0).blocks()).hasSize(1);
    task.add(Evaluation.NONE);
    assertThat(task.isDone()).isFalse();
    task.add(Evaluation.NONE);
    assertThat(task.isDone()).isTrue();
  }

  @Test
  void aPieceHasManyShortBlocks() {
    ScoringTask task = task(150, ScoringTask.PIECE_BYTES / 100);
    assertThat(task.startPiece().get(0).blocks()).hasSize(100);
    assertThat(task.startPiece().get(0).blocks()).hasSize(50);
    assertThat(task.mayStartPiece()).isFalse();
  }
}
