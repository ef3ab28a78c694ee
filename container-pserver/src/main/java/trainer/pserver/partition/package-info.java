/**
 * What a pserver decides about the partitions it holds: rows, sums and the commit protocol of one
 * copy, as a pure core. No thread, clock, socket or file: calls come in, answers go out through
 * {@link trainer.pserver.partition.Peer} and {@link trainer.pserver.partition.CompleteListener}.
 * Objects are confined to the thread of the lane that owns them.
 *
 * <p>Start with {@link trainer.pserver.partition.Copies}, the copies of one lane; the rule book of
 * a single copy is {@link trainer.pserver.partition.Copy}.
 */
package trainer.pserver.partition;
