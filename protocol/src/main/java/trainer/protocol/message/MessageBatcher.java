package trainer.protocol.message;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Joins messages into few. A message's fixed cost in gRPC, on both ends, equals that of a few
 * kilobytes.
 */
final class MessageBatcher {
  /** The size limit of a joined message; a single larger message goes alone. */
  private static final int BYTES = 64 << 10;

  private MessageBatcher() {}

  /**
   * Messages of the same content in the same order.
   *
   * @param joined makes one message of the first and those that follow it, at least one
   */
  static <M extends MessageLite> List<M> of(List<M> messages, BiFunction<M, List<M>, M> joined) {
    if (messages.size() < 2) {
      return messages;
    }
    List<M> result = new ArrayList<>();
    int first = 0;
    int bytes = 0;
    for (int i = 0; i < messages.size(); i++) {
      int size = messages.get(i).getSerializedSize();
      if (i > first && bytes + size > BYTES) {
        result.add(join(messages.subList(first, i), joined));
        first = i;
        bytes = 0;
      }
      bytes += size;
    }
    result.add(join(messages.subList(first, messages.size()), joined));
    return result;
  }

  private static <M> M join(List<M> messages, BiFunction<M, List<M>, M> joined) {
    M first = messages.get(0);
    return messages.size() == 1 ? first : joined.apply(first, messages.subList(1, messages.size()));
  }
}
