package trainer.container.session;

import trainer.core.failure.Failure;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/**
 * The process as its session sees it. Called on the session's thread or gRPC's: hand over to a
 * mailbox, or read a snapshot, and return.
 */
public interface SessionMember {
  /**
   * How it registers.
   *
   * @param incarnation to be put into the message: 0 at first, then the one it was given
   */
  FromMember.Register register(long incarnation);

  /**
   * How it goes.
   *
   * @param probe to be put into the message
   */
  FromMember.Heartbeat heartbeat(long probe);

  /** The master says something; probes are answered already and not passed on. */
  void said(ToMember message);

  /** The session is over, for there is no master, or it refuses this process: leave. */
  void lost(Failure why);
}
