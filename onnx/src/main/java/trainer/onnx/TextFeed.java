package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.util.Arrays;
import java.util.Map;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorSpec;
import trainer.onnx.text.TokenIds;

/**
 * The tokens of a batch of texts, padded to one length: that of the longest text, or the one that
 * the model fixes.
 */
final class TextFeed implements InputFeed {
  private static final String TRIAL = "a";

  private final TextInput input;
  private final int place;
  private final TokenIds[] texts;
  private int length;

  TextFeed(TextInput input, int place, int batch) {
    this.input = input;
    this.place = place;
    this.texts = new TokenIds[batch];
  }

  @Override
  public void put(int row, String[] fields) {
    texts[row] = input.tokenizer().encode(fields[place], input.tokens().column());
  }

  @Override
  public void put(int row, byte[] file) {
    throw new IllegalStateException("the model takes columns");
  }

  @Override
  public void putTrial(int row) {
    texts[row] = input.tokenizer().encode(TRIAL, input.tokens().column());
  }

  @Override
  public void repeat(int row, int rows) {
    Arrays.fill(texts, row + 1, rows, texts[row]);
  }

  @Override
  public void addTo(Map<String, OnnxTensor> tensors, OrtEnvironment environment)
      throws OrtException {
    length = paddedLength();
    for (TensorSpec spec : input.tokens().inputs()) {
      TensorBuffer elements = new TensorBuffer(spec.type(), texts.length * length);
      for (int row = 0; row < texts.length; row++) {
        fill(elements, row, spec.name());
      }
      tensors.put(spec.name(), elements.toTensor(environment, texts.length, length));
    }
  }

  private int paddedLength() {
    int fixed = input.tokens().fixedLength();
    if (fixed > 0) {
      return fixed;
    }
    int longest = 1;
    for (TokenIds text : texts) {
      longest = Math.max(longest, text.length());
    }
    return longest;
  }

  private void fill(TensorBuffer elements, int row, String name) {
    int from = first(row);
    for (int at = 0; at < length; at++) {
      int token = at - from;
      boolean isToken = token >= 0 && token < texts[row].length();
      long element =
          switch (name) {
            case TokenInputs.IDS -> isToken ? texts[row].ids()[token] : input.tokenizer().padId();
            case TokenInputs.MASK -> isToken ? 1 : 0;
            default -> isToken ? texts[row].types()[token] : 0;
          };
      elements.put(row * length + at, element);
    }
  }

  /** The tokens of each row of the last tensors, padding included. */
  int length() {
    return length;
  }

  /** The place of a text's first token in its row of the last tensors. */
  int first(int row) {
    return input.tokenizer().isPaddedLeft() ? length - tokens(row) : 0;
  }

  /** The tokens of a text. */
  int tokens(int row) {
    return texts[row].length();
  }
}
