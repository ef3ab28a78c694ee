/**
 * A member's side of its session with the master: registration, heartbeats, reconnection after a
 * broken stream, and the end when there is no master any more. Start with {@link
 * trainer.container.session.MemberSession}.
 */
package trainer.container.session;
