/**
 * Jobs whose masters are killed, on a cluster with nodes: {@code MasterDeathTest} in the gate, and
 * {@code kills.MasterKills} by {@code bin/kill-master} at every failpoint and at random moments.
 * Start with {@code DisturbedJob}.
 */
package trainer.it.masters;
