/**
 * A member's side of its session with the master: registering, heartbeats, coming back after a
 * broken stream, and giving up when there is no master any more. Start with {@link
 * trainer.container.session.MemberSession}.
 */
package trainer.container.session;
