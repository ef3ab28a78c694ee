/**
 * The rows of a scoring job: a trained model is applied to the records. Start at {@code
 * BlockScorer}.
 */
package trainer.worker.score;
