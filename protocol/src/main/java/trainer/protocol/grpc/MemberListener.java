package trainer.protocol.grpc;

import trainer.core.message.FromMember;

/**
 * Hears what members say. Called on event loops: hand over to a mailbox and return. Calls about one
 * link come in order: opened, said, ..., closed exactly once.
 */
public interface MemberListener {
  void opened(MemberLink link);

  void said(MemberLink link, FromMember message);

  /** The stream has ended or its connection broke. */
  void closed(MemberLink link, String why);
}
