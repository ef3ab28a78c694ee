package trainer.learning.batch;

import java.util.List;

/** A model that is open. Thread-safe; the batches that it makes are not. */
public interface BatchModel extends AutoCloseable {
  /** The columns of the input that a record needs, as texts; empty if it is a whole file. */
  List<String> columns();

  /** Whether a record is a whole file, such as an image. */
  boolean takesFiles();

  /** The names of the numbers that a record gets, in order: letters, digits and underscores. */
  List<String> outputs();

  /** The records of a batch. */
  int batch();

  /** How inputs and outputs are used, a line each, for people. */
  List<String> lines();

  /** The memory that the model takes outside the heap, about, in MB. */
  int memoryMb();

  /** A batch for one thread. */
  RecordBatch newBatch();

  /** Frees native memory; no batch is used any more. */
  @Override
  void close();
}
