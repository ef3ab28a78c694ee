/**
 * The commit protocol for the replicas that one lane holds. Pure: no thread, clock, socket or file.
 * Requests arrive as calls; answers leave through {@code WorkerConnection} and {@code
 * CompleteListener}. Objects are confined to the thread of the lane that owns them.
 *
 * <p>Start with {@link trainer.pserver.replica.LaneReplicas}, the replicas of one lane; {@link
 * trainer.pserver.replica.PartitionReplica} has the rules of a single one.
 */
package trainer.pserver.replica;
