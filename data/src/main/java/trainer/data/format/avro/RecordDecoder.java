package trainer.data.format.avro;

import java.util.function.BiFunction;
import trainer.core.failure.Failure;
import trainer.data.format.ExamplesBuffer;

/** Decodes records of one schema from decompressed bytes. Confined to one thread. */
interface RecordDecoder {
  /**
   * Adds the example of the next record to {@code into}, or rejects the record there.
   *
   * @param invalid makes the failure of a problem and its remedy
   * @throws RuntimeException if the bytes are no record
   */
  void decode(RowBytes in, ExamplesBuffer into, BiFunction<String, String, Failure> invalid);

  /** Passes over the next record; {@code scratch} is left as it was. */
  void skip(RowBytes in, ExamplesBuffer scratch);
}
