package trainer.protocol.grpc;

import java.util.List;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Hello;

/**
 * The master's end of one session stream. Thread-safe. Messages sent by one thread arrive in that
 * order, or not at all once the stream is broken.
 */
public interface MemberLink {
  /** The proved peer: {@code peer().from()} is its role, index and incarnation. */
  Hello peer();

  /** Sends messages together, or does nothing on a stream that is closed already. */
  void send(List<ToMember> messages);

  /** Sends one message. */
  default void send(ToMember message) {
    send(List.of(message));
  }

  /** Ends the stream; the listener's {@code closed} is called. */
  void close();
}
