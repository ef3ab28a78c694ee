/**
 * The output of a worker of a job that trains nothing: the rows of its tasks, and the files into
 * which it writes them. {@code ScoringTasks} decides, {@code OutputLoop} writes. {@code TaskRows}
 * makes the rows; packages {@code score} and {@code imports} have one each.
 */
package trainer.worker.output;
