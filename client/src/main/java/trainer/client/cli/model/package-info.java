/**
 * The commands on models and checkpoints, one class each. Start at {@code ModelCommand} or {@code
 * CheckpointCommand}.
 */
package trainer.client.cli.model;
