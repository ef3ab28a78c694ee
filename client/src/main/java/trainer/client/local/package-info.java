/**
 * Runs without a cluster: the master is a child process and starts the others. Start at {@code
 * LocalStart}.
 */
package trainer.client.local;
