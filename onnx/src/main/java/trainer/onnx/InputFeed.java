package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.util.Map;
import trainer.core.feature.BadFieldException;

/** The input tensors of one batch, filled record by record. Used by one thread. */
interface InputFeed {
  /**
   * Stores a record of a table.
   *
   * @throws BadFieldException when the record is broken; its row may then be written again
   */
  void put(int row, String[] fields);

  /**
   * Stores a whole file.
   *
   * @throws BadFieldException when the file is broken; its row may then be written again
   */
  void put(int row, byte[] file);

  /** Stores a record without meaning, to see what the model makes of it. */
  void putTrial(int row);

  /** Copies a record to the rows behind it. */
  void repeat(int row, int rows);

  /** Adds a tensor for each input. The caller closes them. */
  void addTo(Map<String, OnnxTensor> tensors, OrtEnvironment environment) throws OrtException;
}
