package trainer.worker.output;

import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreCounts;

/**
 * The rows of a task, which wait for their file.
 *
 * @param rows encoded in the format of the output
 * @param evaluation of the rows that have a label
 */
public record ScoredTask(OutputFile.Task task, RowBytes rows, Evaluation evaluation) {
  /**
   * Rows without labels.
   *
   * @param bad the broken records of the task
   */
  public static ScoredTask unlabelled(OutputFile.Task task, RowBytes rows, long bad) {
    Metrics none = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO, bad);
    return new ScoredTask(task, rows, new Evaluation(none, ScoreCounts.NONE, ScoreCounts.NONE));
  }
}
