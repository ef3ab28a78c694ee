/**
 * Runs without a cluster: the master as a child process, which starts the others. Start at {@code
 * LocalStart}.
 */
package trainer.client.local;
