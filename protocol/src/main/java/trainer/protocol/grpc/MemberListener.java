package trainer.protocol.grpc;

import java.util.List;
import trainer.core.message.FromMember;

/**
 * Receives the messages of members. Called on event loops: an implementation hands over to a
 * mailbox and returns. Calls about one link come in order: {@code opened}, any number of {@code
 * said}, {@code closed} exactly once.
 */
public interface MemberListener {
  void opened(MemberLink link);

  /** Messages that were sent together, in order. */
  void onMessages(MemberLink link, List<FromMember> messages);

  /** The stream has ended or its connection broke. */
  void closed(MemberLink link, String why);
}
