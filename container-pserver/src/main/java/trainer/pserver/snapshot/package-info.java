/**
 * Checkpoints: snapshots of replicas written to part files, and read back. Start with {@code
 * SnapshotWriter}. Failpoints, for tests only:
 *
 * <ul>
 *   <li>{@code pserver.duringCut}: a partition is copied into a snapshot, and not written
 *   <li>{@code pserver.beforeCutWritten}: all parts of a snapshot are closed, the answer is not
 *       sent
 *   <li>{@code pserver.duringLoad}: a line went back, its checkpoint is about to be loaded
 * </ul>
 */
package trainer.pserver.snapshot;
