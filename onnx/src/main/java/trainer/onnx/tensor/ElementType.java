package trainer.onnx.tensor;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.TensorInfo.OnnxTensorType;
import ai.onnxruntime.platform.Fp16Conversions;
import java.nio.ByteBuffer;
import java.util.Optional;
import trainer.core.feature.BadFieldException;

/** The type of a tensor's elements: how a text becomes one, and how one becomes a float. */
public enum ElementType {
  FLOAT(OnnxJavaType.FLOAT, 4, true),
  DOUBLE(OnnxJavaType.DOUBLE, 8, true),
  FLOAT16(OnnxJavaType.FLOAT16, 2, true),
  BFLOAT16(OnnxJavaType.BFLOAT16, 2, false),
  INT8(OnnxJavaType.INT8, 1, true),
  INT16(OnnxJavaType.INT16, 2, true),
  INT32(OnnxJavaType.INT32, 4, true),
  INT64(OnnxJavaType.INT64, 8, true),
  UINT8(OnnxJavaType.UINT8, 1, true),
  UINT16(OnnxJavaType.INT16, 2, false),
  UINT32(OnnxJavaType.INT32, 4, false),
  UINT64(OnnxJavaType.INT64, 8, false),
  BOOL(OnnxJavaType.BOOL, 1, true),
  STRING(OnnxJavaType.STRING, 0, true);

  private static final int BYTE = 0xFF;
  private static final int SHORT = 0xFFFF;
  private static final long INT = 0xFFFF_FFFFL;

  private final OnnxJavaType javaType;
  private final int bytes;
  private final boolean isInput;

  ElementType(OnnxJavaType javaType, int bytes, boolean isInput) {
    this.javaType = javaType;
    this.bytes = bytes;
    this.isInput = isInput;
  }

  /** The type of a tensor's elements, if Trainer knows it. */
  public static Optional<ElementType> of(TensorInfo tensor) {
    return of(tensor.onnxType);
  }

  /** The type with a name of ONNX Runtime, if Trainer knows it. */
  static Optional<ElementType> of(OnnxTensorType type) {
    String name = type.name().replace("ONNX_TENSOR_ELEMENT_DATA_TYPE_", "");
    for (ElementType each : values()) {
      if (each.name().equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Whether ONNX Runtime's Java interface takes tensors of this type. */
  public boolean isInput() {
    return isInput;
  }

  /** Whether elements are texts, which have no bytes of their own. */
  public boolean isText() {
    return this == STRING;
  }

  OnnxJavaType javaType() {
    return javaType;
  }

  int bytes() {
    return bytes;
  }

  /**
   * Stores the number that a text writes.
   *
   * @param at the place of the element among the elements
   * @throws BadFieldException naming the column
   */
  void put(ByteBuffer elements, int at, String text, String column) {
    switch (this) {
      case FLOAT, FLOAT16 -> put(elements, at, half(NumberText.single(text, column), text, column));
      case DOUBLE -> elements.putDouble(at * bytes, NumberText.real(text, column));
      case INT8 -> put(elements, at, integer(text, column, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case INT16 -> put(elements, at, integer(text, column, Short.MIN_VALUE, Short.MAX_VALUE));
      case INT32 -> put(elements, at, integer(text, column, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case INT64 -> put(elements, at, integer(text, column, Long.MIN_VALUE, Long.MAX_VALUE));
      case UINT8 -> put(elements, at, integer(text, column, 0, BYTE));
      case BOOL -> elements.put(at, (byte) (NumberText.truth(text, column) ? 1 : 0));
      default -> throw new IllegalStateException("no number is put into " + this);
    }
  }

  private static long integer(String text, String column, long least, long most) {
    return NumberText.integer(text, column, least, most);
  }

  /** The number, unless it is too large for 16 bits and must have so few. */
  private float half(float number, String text, String column) {
    if (this == FLOAT16
        && Float.isInfinite(Fp16Conversions.fp16ToFloat(Fp16Conversions.floatToFp16(number)))) {
      throw NumberText.tooLarge(text, column, "65504, the largest number of the input's type");
    }
    return number;
  }

  void put(ByteBuffer elements, int at, long integer) {
    switch (this) {
      case INT8, UINT8 -> elements.put(at, (byte) integer);
      case INT16 -> elements.putShort(at * bytes, (short) integer);
      case INT32 -> elements.putInt(at * bytes, (int) integer);
      case INT64 -> elements.putLong(at * bytes, integer);
      default -> throw new IllegalStateException("no integer is put into " + this);
    }
  }

  void put(ByteBuffer elements, int at, float number) {
    switch (this) {
      case FLOAT -> elements.putFloat(at * bytes, number);
      case FLOAT16 -> elements.putShort(at * bytes, Fp16Conversions.floatToFp16(number));
      default -> throw new IllegalStateException("no float is put into " + this);
    }
  }

  /**
   * An element as a float. Floating-point numbers are rounded.
   *
   * @throws ArithmeticException with the number, for an integer that no float is
   */
  float read(ByteBuffer elements, int at) {
    return switch (this) {
      case FLOAT -> elements.getFloat(at * bytes);
      case DOUBLE -> (float) elements.getDouble(at * bytes);
      case FLOAT16 -> Fp16Conversions.fp16ToFloat(elements.getShort(at * bytes));
      case BFLOAT16 -> Fp16Conversions.bf16ToFloat(elements.getShort(at * bytes));
      case INT8 -> elements.get(at);
      case INT16 -> elements.getShort(at * bytes);
      case INT32 -> exact(elements.getInt(at * bytes));
      case INT64 -> exact(elements.getLong(at * bytes));
      case UINT8, BOOL -> elements.get(at) & BYTE;
      case UINT16 -> elements.getShort(at * bytes) & SHORT;
      case UINT32 -> exact(elements.getInt(at * bytes) & INT);
      case UINT64 -> exactUnsigned(elements.getLong(at * bytes));
      case STRING -> throw new IllegalStateException("a text is no number");
    };
  }

  private static float exact(long integer) {
    float number = integer;
    // The largest long rounds to 2^63, whose conversion back is the largest long again.
    if ((long) number != integer || number == 0x1p63f) {
      throw new ArithmeticException(Long.toString(integer));
    }
    return number;
  }

  private static float exactUnsigned(long integer) {
    if (integer >= 0) {
      return exact(integer);
    }
    float half = integer >>> 1;
    if ((integer & 1) != 0 || half == 0x1p63f || (long) half != integer >>> 1) {
      throw new ArithmeticException(Long.toUnsignedString(integer));
    }
    return 2 * half;
  }
}
