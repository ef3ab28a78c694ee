package trainer.protocol.grpc;

import java.util.List;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Hello;

/**
 * The master's end of one session stream. Any thread may call it; what one thread sends arrives in
 * that order, or not at all once the stream is broken.
 */
public interface MemberLink {
  /** Who proved to be there: {@code peer().from()} is its role, index and incarnation. */
  Hello peer();

  /** Sends what is said together, or does nothing on a stream that is closed already. */
  void send(List<ToMember> messages);

  /** Sends one message. */
  default void send(ToMember message) {
    send(List.of(message));
  }

  /** Ends the stream; the listener hears of it by {@code closed}. */
  void close();
}
