package trainer.data.format.avro;

import trainer.data.format.table.ExampleBuilder;

/** Decodes records of one schema into a buffer of examples. Confined to one thread. */
interface RecordDecoder {
  /**
   * Adds the examples of the next records to the buffer, or rejects records there.
   *
   * @param count of the records; {@link RowBytes#records} counts them while they are read
   * @param invalid makes the failure of a problem and its remedy
   * @throws RuntimeException if the bytes are no record
   */
  void decode(RowBytes in, int count, ExampleBuilder.Invalid invalid);

  /** Passes over the next record; the buffer is left as it was. */
  void skip(RowBytes in);
}
