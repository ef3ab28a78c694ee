/**
 * The parts that every kind of training shares: progress, held-out scoring, aggregation, broken
 * records. Start with {@code Training}.
 */
package trainer.master.job.training;
