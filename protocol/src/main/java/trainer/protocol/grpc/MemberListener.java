package trainer.protocol.grpc;

import java.util.List;
import trainer.core.message.FromMember;

/**
 * Hears what members say. Called on event loops: hand over to a mailbox and return. Calls about one
 * link come in order: opened, said, ..., closed exactly once.
 */
public interface MemberListener {
  void opened(MemberLink link);

  /** What was said together, in order. */
  void said(MemberLink link, List<FromMember> messages);

  /** The stream has ended or its connection broke. */
  void closed(MemberLink link, String why);
}
