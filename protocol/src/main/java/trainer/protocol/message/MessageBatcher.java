package trainer.protocol.message;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Puts what is said at once into as few messages as is sensible: what a message costs on its way
 * through gRPC, on both ends, is that of a few kilobytes.
 */
final class MessageBatcher {
  /** The most that is put together; what is larger goes alone, as large as it is. */
  private static final int BYTES = 64 << 10;

  private MessageBatcher() {}

  /**
   * Messages of the same content in the same order.
   *
   * @param joined of the first and those that follow it, at least one, a message of all
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
