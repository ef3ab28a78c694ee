/**
 * The commit protocol for the replicas that one lane holds. Pure: no thread, clock, socket or file.
 * Requests arrive as calls; answers leave through {@code WorkerConnection} and {@code
 * CompleteListener}. Objects are confined to the thread of the lane that owns them.
 *
 * <p>Start with {@link trainer.pserver.replica.LaneReplicas}, the replicas of one lane and the
 * master's orders to them. {@link trainer.pserver.replica.WorkerRequests} serves the workers.
 * {@link trainer.pserver.replica.PartitionReplica} has the rules of a single replica, and {@link
 * trainer.pserver.replica.VersionedRows} its rows: computing, undoing and committing a version.
 */
package trainer.pserver.replica;
