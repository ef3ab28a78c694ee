/**
 * The master's file work, done in the background. It covers input cutting ({@code InputCutting}),
 * checkpoints ({@code CheckpointStore}) and publishing of the model ({@code Publishing}). Results
 * are offered to the mailbox.
 */
package trainer.appmaster.files;
