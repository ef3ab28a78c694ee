package trainer.data.format.payload;

import java.util.function.BiFunction;
import trainer.core.failure.Failure;

/** Turns the bytes of records into examples. Confined to one thread. */
@FunctionalInterface
public interface PayloadDecoder {
  /**
   * Adds the example of a record to the buffer, or rejects the record there.
   *
   * @param invalid makes the failure of a problem and its remedy
   */
  void decode(byte[] bytes, int from, int to, BiFunction<String, String, Failure> invalid);
}
