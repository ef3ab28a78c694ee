/**
 * The commands that need no job of the user: configuration keys, synthetic data, the demonstration.
 * Start at {@code ConfCommand}.
 */
package trainer.client.cli.setup;
