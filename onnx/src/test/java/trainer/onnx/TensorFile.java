package trainer.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tensor of a file of ONNX's test data, with its elements as texts.
 *
 * @param type its number in {@code TensorProto.DataType}
 */
record TensorFile(int type, List<Long> shape, List<String> elements) {
  /** Reads a {@code TensorProto}; empty if the bytes are another message, such as a sequence. */
  static Optional<TensorFile> read(byte[] file) {
    List<Long> shape = new ArrayList<>();
    List<String> elements = new ArrayList<>();
    byte[] raw = new byte[0];
    int type = 0;
    try {
      for (Field field : fields(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN))) {
        switch (field.number) {
          case 1 -> field.integers().forEach(shape::add);
          case 2 -> type = (int) (long) field.integers().get(0);
          case 4 -> field.reals(4).forEach(elements::add);
          case 5, 7, 11 -> field.integers().forEach(number -> elements.add(number.toString()));
          case 6 -> elements.add(new String(field.bytes, StandardCharsets.UTF_8));
          case 9 -> raw = field.bytes;
          case 10 -> field.reals(8).forEach(elements::add);
          default -> {}
        }
      }
    } catch (RuntimeException e) {
      return Optional.empty();
    }
    readRaw(ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN), type, elements);
    if (type == ModelWriter.FLOAT16 && raw.length == 0) {
      elements.replaceAll(bits -> half((short) Integer.parseInt(bits)));
    }
    long size = shape.stream().reduce(1L, (a, b) -> a * b);
    return size == elements.size()
        ? Optional.of(new TensorFile(type, List.copyOf(shape), List.copyOf(elements)))
        : Optional.empty();
  }

  private static void readRaw(ByteBuffer raw, int type, List<String> elements) {
    while (raw.hasRemaining()) {
      elements.add(
          switch (type) {
            case ModelWriter.FLOAT -> Float.toString(raw.getFloat());
            case ModelWriter.DOUBLE -> Double.toString(raw.getDouble());
            case ModelWriter.FLOAT16 -> half(raw.getShort());
            case ModelWriter.UINT8, ModelWriter.BOOL -> Integer.toString(raw.get() & 0xFF);
            case ModelWriter.INT8 -> Byte.toString(raw.get());
            case ModelWriter.UINT16 -> Integer.toString(raw.getShort() & 0xFFFF);
            case ModelWriter.INT16 -> Short.toString(raw.getShort());
            case ModelWriter.INT32 -> Integer.toString(raw.getInt());
            case ModelWriter.UINT32 -> Integer.toUnsignedString(raw.getInt());
            case ModelWriter.INT64 -> Long.toString(raw.getLong());
            case ModelWriter.UINT64 -> Long.toUnsignedString(raw.getLong());
            default -> "type " + type + " " + raw.get();
          });
    }
  }

  /** A number of 16 bits by its definition, and not by the code that is tested. */
  private static String half(short bits) {
    int exponent = (bits >> 10) & 0x1F;
    int fraction = bits & 0x3FF;
    float size =
        exponent == 0x1F
            ? fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN
            : exponent == 0
                ? fraction * 0x1p-24f
                : (0x400 + fraction) * (float) Math.pow(2, exponent - 25);
    return Float.toString(bits < 0 ? -size : size);
  }

  /** A field of a protocol buffer. */
  private static final class Field {
    private final int number;
    private final long integer;
    private final byte[] bytes;

    Field(int number, long integer, byte[] bytes) {
      this.number = number;
      this.integer = integer;
      this.bytes = bytes;
    }

    /** One integer, or several that are packed. */
    List<Long> integers() {
      if (bytes == null) {
        return List.of(integer);
      }
      List<Long> all = new ArrayList<>();
      for (ByteBuffer packed = ByteBuffer.wrap(bytes); packed.hasRemaining(); ) {
        all.add(varint(packed));
      }
      return all;
    }

    List<String> reals(int size) {
      List<String> all = new ArrayList<>();
      ByteBuffer packed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      while (packed.hasRemaining()) {
        all.add(
            size == 4 ? Float.toString(packed.getFloat()) : Double.toString(packed.getDouble()));
      }
      return all;
    }
  }

  private static List<Field> fields(ByteBuffer message) {
    List<Field> fields = new ArrayList<>();
    while (message.hasRemaining()) {
      int tag = (int) varint(message);
      switch (tag & 7) {
        case 0 -> fields.add(new Field(tag >>> 3, varint(message), null));
        case 1 -> fields.add(new Field(tag >>> 3, 0, take(message, 8)));
        case 2 -> fields.add(new Field(tag >>> 3, 0, take(message, (int) varint(message))));
        case 5 -> fields.add(new Field(tag >>> 3, 0, take(message, 4)));
        default -> throw new IllegalArgumentException("no protocol buffer");
      }
    }
    return fields;
  }

  private static byte[] take(ByteBuffer message, int length) {
    byte[] bytes = new byte[length];
    message.get(bytes);
    return bytes;
  }

  private static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = message.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
