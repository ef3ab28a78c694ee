package trainer.onnx;

import java.util.List;

/** The use of an input of a model, or of several that are filled together. Thread-safe. */
interface InputUse {
  /** The columns that it reads. */
  List<String> columns();

  /** Whether it reads whole files. */
  boolean takesFiles();

  /** For people. */
  List<String> lines();

  /**
   * The tensors of one batch.
   *
   * @param columns all that a record has, in order
   * @param batch records
   */
  InputFeed newFeed(List<String> columns, int batch);

  /** Elements of a record, for the estimate of memory. */
  long elements();
}
