/**
 * Containers as child processes of the master, on this machine alone: the same actions and events
 * as YARN's adapter. Start with {@code LocalCluster}.
 */
package trainer.appmaster.local;
