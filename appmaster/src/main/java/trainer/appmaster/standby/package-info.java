/**
 * A second master that follows the leading one, and the leading one's view of it. A standby starts
 * in {@link trainer.appmaster.standby.Following}; the leader keeps {@link
 * trainer.appmaster.standby.Followers}.
 */
package trainer.appmaster.standby;
