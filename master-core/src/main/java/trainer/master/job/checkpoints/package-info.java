/**
 * Checkpoints: when one begins, its writers, its retirement. Start with {@code
 * CheckpointCoordinator}.
 */
package trainer.master.job.checkpoints;
