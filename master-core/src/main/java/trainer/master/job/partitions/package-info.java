/**
 * Replicas of partitions: where they belong, how they get there, and the line under which they take
 * updates. Start with {@code PserverPlacement}, then {@code LineManager}.
 */
package trainer.master.job.partitions;
