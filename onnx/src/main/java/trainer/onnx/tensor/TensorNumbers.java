package trainer.onnx.tensor;

import ai.onnxruntime.OnnxTensor;
import java.nio.ByteBuffer;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The elements of an output tensor as floats. */
public final class TensorNumbers {
  private TensorNumbers() {}

  /**
   * The first elements.
   *
   * @param output the name of the output, for messages
   * @throws FailureException MODEL_CODE_FAILED for an integer that no float is
   */
  public static float[] read(String output, OnnxTensor tensor, ElementType type, int elements) {
    // ONNX Runtime's copy is in the byte order of the machine.
    ByteBuffer bytes = tensor.getByteBuffer();
    float[] numbers = new float[elements];
    for (int i = 0; i < elements; i++) {
      try {
        numbers[i] = type.read(bytes, i);
      } catch (ArithmeticException e) {
        throw new FailureException(
            FailureKind.MODEL_CODE_FAILED,
            "output '" + output + "' has the integer " + e.getMessage() + ", which no float is",
            "",
            "let the model cast it to a float, or choose other outputs with trainer.onnx.outputs");
      }
    }
    return numbers;
  }
}
