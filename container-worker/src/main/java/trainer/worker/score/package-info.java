/**
 * The worker of a scoring job: it applies a trained model to the blocks of its tasks and writes the
 * rows into files of the output. Start at {@code ScoringTasks}, which decides, and {@code
 * BlockScorer}, which computes.
 */
package trainer.worker.score;
