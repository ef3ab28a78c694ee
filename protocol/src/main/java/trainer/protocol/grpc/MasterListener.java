package trainer.protocol.grpc;

import trainer.core.message.ToMember;

/**
 * Receives the master's messages. Called on an event loop, in order: an implementation hands over
 * to a mailbox and returns.
 */
public interface MasterListener {
  void onMessage(ToMember message);

  /** The stream has ended or its connection broke; called once, nothing follows. */
  void broken(String why);
}
