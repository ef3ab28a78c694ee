/**
 * A second master that follows the leading one, and the leading one's view of it. A standby starts
 * in {@link trainer.appmaster.standby.Following}; the leader keeps {@link
 * trainer.appmaster.standby.Followers}.
 *
 * <p>On YARN a standby that leads reaches the cluster ({@link
 * trainer.appmaster.standby.RemoteCluster}) through the attempt that follows it ({@link
 * trainer.appmaster.standby.ClusterAgent}).
 */
package trainer.appmaster.standby;
