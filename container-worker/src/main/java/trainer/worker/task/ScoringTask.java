package trainer.worker.task;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.Split;
import trainer.core.message.Evaluation;
import trainer.core.message.ToWorker;

/**
 * An evaluation task in progress. It is processed in pieces, so that memory does not grow with the
 * task.
 */
public final class ScoringTask {
  /** The blocks of a piece, however large they are. */
  public static final int PIECE = 8;

  /** The same where a part of their records is held out. */
  private static final int PIECE_OF_PARTS = 64;

  /** The bytes of input up to which a piece has more blocks. Rows they share are pulled once. */
  public static final long PIECE_BYTES = 2L << 20;

  /** The pieces in progress at once: one is prepared and pulled while the other is scored. */
  public static final int AHEAD = 2;

  private final ToWorker.Evaluate order;
  private final List<List<FileBlocks>> pieces;
  private int started;
  private int scored;
  private Evaluation sum = Evaluation.NONE;

  public ScoringTask(ToWorker.Evaluate order) {
    this.order = order;
    this.pieces = cut(order.blocks());
  }

  public ToWorker.Evaluate order() {
    return order;
  }

  public boolean mayStartPiece() {
    return started < pieces.size() && started - scored < AHEAD;
  }

  public List<FileBlocks> startPiece() {
    return pieces.get(started++);
  }

  public void add(Evaluation evaluation) {
    sum = sum.plus(evaluation);
    scored++;
  }

  public boolean isDone() {
    return scored == pieces.size();
  }

  public Evaluation sum() {
    return sum;
  }

  private static List<List<FileBlocks>> cut(List<FileBlocks> all) {
    List<List<FileBlocks>> pieces = new ArrayList<>();
    for (FileBlocks file : all) {
      List<Block> blocks = file.blocks();
      int least = file.file().split() == Split.HELD_OUT ? PIECE_OF_PARTS : PIECE;
      int from = 0;
      long bytes = 0;
      for (int i = 0; i < blocks.size(); i++) {
        long length = blocks.get(i).length();
        if (i - from >= least && bytes + length > PIECE_BYTES) {
          pieces.add(List.of(new FileBlocks(file.file(), blocks.subList(from, i))));
          from = i;
          bytes = 0;
        }
        bytes += length;
      }
      if (from < blocks.size()) {
        pieces.add(List.of(new FileBlocks(file.file(), blocks.subList(from, blocks.size()))));
      }
    }
    return pieces;
  }
}
