package trainer.container.session;

import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;

/**
 * The process as its session sees it. The session's thread and gRPC's threads call it, so
 * implementations put the event in a mailbox or read a snapshot, and return.
 */
public interface SessionMember {
  /**
   * The message with which the process registers.
   *
   * @param incarnation to be put into the message: 0 at first, then the one the master assigned
   */
  FromMember.Register register(Incarnation incarnation);

  /**
   * The state of the process for a heartbeat.
   *
   * @param probe to be put into the message
   */
  FromMember.Heartbeat heartbeat(long probe);

  /** Receives a message of the master, other than those that the session handles itself. */
  void onMessage(ToRole message);

  /** The session has ended: no master was found, or it refuses this process, which has to leave. */
  void onLost(Failure why);
}
