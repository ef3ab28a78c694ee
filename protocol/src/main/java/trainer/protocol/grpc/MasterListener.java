package trainer.protocol.grpc;

import trainer.core.message.ToMember;

/**
 * Hears what the master says. Called on an event loop, in order: hand over to a mailbox and return.
 */
public interface MasterListener {
  void said(ToMember message);

  /** The stream has ended or its connection broke; called once, nothing follows. */
  void broken(String why);
}
