package trainer.worker.output;

import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;

/**
 * The rows of a task, which wait for their file.
 *
 * @param rows encoded in the format of the output
 * @param evaluation of the rows that have a label
 */
public record ScoredTask(OutputFile.Task task, RowBytes rows, Evaluation evaluation) {}
