package trainer.onnx.tensor;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.LongStream;
import trainer.core.feature.BadFieldException;

/**
 * The elements of an input tensor, row by row, outside the heap: zeros and empty texts at first.
 * Used by one thread.
 */
public final class TensorBuffer {
  private final ElementType type;
  private final ByteBuffer numbers;
  private final String[] texts;

  /**
   * A buffer of zeros.
   *
   * @throws IllegalArgumentException when {@link #fits} is false
   */
  public TensorBuffer(ElementType type, int elements) {
    if (!fits(type, elements)) {
      throw new IllegalArgumentException(elements + " elements of " + type);
    }
    this.type = type;
    this.numbers =
        ByteBuffer.allocateDirect(elements * type.bytes()).order(ByteOrder.nativeOrder());
    this.texts = new String[type.isText() ? elements : 0];
    Arrays.fill(texts, "");
  }

  /** Whether a buffer may have so many elements. */
  public static boolean fits(ElementType type, long elements) {
    return elements * Math.max(1, type.bytes()) <= Integer.MAX_VALUE - 64;
  }

  /**
   * Stores the value that a text writes.
   *
   * @param text null stands for a missing value
   * @throws BadFieldException naming the column
   */
  public void put(int at, String text, String column) {
    if (!type.isText()) {
      type.put(numbers, at, text, column);
    } else if (text == null) {
      throw NumberText.missing(column);
    } else {
      texts[at] = text;
    }
  }

  /** Stores an integer, which the type can hold. */
  public void put(int at, long integer) {
    type.put(numbers, at, integer);
  }

  /** Stores a number of a type of floating-point numbers. */
  public void put(int at, float number) {
    type.put(numbers, at, number);
  }

  /** Copies a row to the rows behind it, up to {@code rows}. */
  public void repeat(int row, int rows, int width) {
    for (int to = row + 1; to < rows; to++) {
      if (type.isText()) {
        System.arraycopy(texts, row * width, texts, to * width, width);
      } else {
        int bytes = width * type.bytes();
        numbers.put(to * bytes, numbers, row * bytes, bytes);
      }
    }
  }

  /** A tensor of the first elements, as many as the shape has. Close it before the next change. */
  public OnnxTensor toTensor(OrtEnvironment environment, long... shape) throws OrtException {
    int elements = (int) LongStream.of(shape).reduce(1, (a, b) -> a * b);
    if (type.isText()) {
      return OnnxTensor.createTensor(environment, Arrays.copyOf(texts, elements), shape);
    }
    ByteBuffer part =
        numbers.duplicate().order(ByteOrder.nativeOrder()).limit(elements * type.bytes());
    return OnnxTensor.createTensor(environment, part, shape, type.javaType());
  }
}
