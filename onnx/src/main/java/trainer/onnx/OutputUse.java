package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import java.util.Arrays;
import java.util.stream.LongStream;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.tensor.TensorNumbers;
import trainer.onnx.tensor.TensorSpec;

/**
 * The use of an output: a number or several a record.
 *
 * @param spec the output
 * @param isPooled whether it has numbers for each token, which become numbers of the text
 * @param width numbers a record; {@link #UNKNOWN} if only a run can tell
 */
record OutputUse(TensorSpec spec, boolean isPooled, long width) {
  /** The width of an output before a run. */
  static final long UNKNOWN = -1;

  boolean isKnown() {
    return width != UNKNOWN;
  }

  /**
   * The use with the width of a run.
   *
   * @throws FailureException MODEL_CODE_FAILED when the shape has no number for each record
   */
  OutputUse measured(OnnxTensor tensor, int batch, int tokens) {
    long[] shape = tensor.getInfo().getShape();
    boolean isFit = shape.length > 0 && shape[0] == batch;
    if (isPooled) {
      isFit &= shape.length == 3 && shape[1] == tokens;
    }
    if (!isFit) {
      throw wrongShape(shape, batch);
    }
    return new OutputUse(
        spec, isPooled, LongStream.of(shape).skip(isPooled ? 2 : 1).reduce(1, Math::multiplyExact));
  }

  private FailureException wrongShape(long[] shape, int batch) {
    return new FailureException(
        FailureKind.MODEL_CODE_FAILED,
        "output '"
            + spec.name()
            + "' has the shape "
            + Arrays.toString(shape)
            + " for "
            + batch
            + " records"
            + (isKnown() ? " of " + width + " numbers" : ""),
        "",
        "the first dimension must be that of the records, and the others fixed; choose other"
            + " outputs with trainer.onnx.outputs");
  }

  /**
   * The numbers of the first records of a run.
   *
   * @param texts the tokens of the run, if {@link #isPooled}
   * @throws FailureException MODEL_CODE_FAILED for another shape, or integers that no float is
   */
  float[] read(OnnxTensor tensor, int rows, int batch, TextFeed texts, Keys.Pooling pooling) {
    int tokens = isPooled ? texts.length() : 1;
    if (measured(tensor, batch, tokens).width != width) {
      throw wrongShape(tensor.getInfo().getShape(), batch);
    }
    float[] numbers =
        TensorNumbers.read(
            spec.name(), tensor, spec.type(), Math.toIntExact(rows * width * tokens));
    return isPooled ? pool(numbers, rows, texts, pooling) : numbers;
  }

  private float[] pool(float[] numbers, int rows, TextFeed texts, Keys.Pooling pooling) {
    int each = (int) width;
    float[] pooled = new float[rows * each];
    for (int row = 0; row < rows; row++) {
      // A text without tokens has zeros.
      int tokens = Math.min(texts.tokens(row), pooling == Keys.Pooling.FIRST ? 1 : texts.length());
      int from = (row * texts.length() + texts.first(row)) * each;
      for (int i = 0; i < each; i++) {
        double sum = 0;
        for (int token = 0; token < tokens; token++) {
          sum += numbers[from + token * each + i];
        }
        pooled[row * each + i] = (float) (sum / Math.max(1, tokens));
      }
    }
    return pooled;
  }

  /** The use for people. */
  String line() {
    return "output "
        + spec.name()
        + " "
        + spec.form()
        + ": "
        + (isPooled
            ? width + " numbers, pooled over the tokens"
            : width == 1 ? "a number" : width + " numbers");
  }
}
