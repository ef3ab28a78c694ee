package trainer.client.export;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A graph of ONNX (github.com/onnx/onnx, onnx.proto): inputs, constants, nodes and outputs, written
 * as the protocol buffer that the format is. Numbers of fields are those of {@code onnx.proto}.
 */
public final class OnnxGraph {
  /** A dimension after the first whose size a record decides. */
  public static final long OPEN = 0;

  /** The type of an element of a tensor, with its number in {@code TensorProto.DataType}. */
  public enum Type {
    FLOAT(1),
    INT64(7),
    STRING(8),
    DOUBLE(11);

    private final int number;

    Type(int number) {
      this.number = number;
    }
  }

  private static final int IR_VERSION = 9;
  private static final int OPSET = 20;
  private static final int ML_OPSET = 3;
  private static final String ML = "ai.onnx.ml";

  private final Message graph = new Message();
  private final String prefix;
  private int values;

  /**
   * An empty graph.
   *
   * @param prefix of the names that the graph gives; no input begins with it
   */
  public OnnxGraph(String prefix) {
    this.prefix = prefix;
  }

  /** A protocol buffer that grows: fields of varints and of bytes are all that ONNX needs. */
  private static final class Message {
    private static final int VARINT = 0;
    private static final int BYTES = 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, long number) {
      varint((long) field << 3 | VARINT);
      varint(number);
      return this;
    }

    Message bytes(int field, byte[] some) {
      varint((long) field << 3 | BYTES);
      varint(some.length);
      bytes.writeBytes(some);
      return this;
    }

    Message text(int field, String text) {
      return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message inner) {
      return bytes(field, inner.bytes.toByteArray());
    }

    /** Seven bits a byte, the lowest first; the upper bit of all but the last is 1. */
    private void varint(long number) {
      long rest = number;
      while ((rest & ~0x7FL) != 0) {
        bytes.write((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }
  }

  /** An input of a column: one value a record. */
  String input(String name, Type type) {
    return input(name, type, 1);
  }

  /**
   * An input.
   *
   * @param shape of a record; {@link #OPEN} for any size
   */
  public String input(String name, Type type, long... shape) {
    graph.message(11, value(name, type, shape));
    return name;
  }

  /**
   * An output, which a node has made.
   *
   * @param shape of a record; {@link #OPEN} for any size
   */
  public void output(String made, String name, Type type, long... shape) {
    graph.message(
        1, new Message().text(1, made).text(2, name).text(3, "to " + name).text(4, "Identity"));
    graph.message(12, value(name, type, shape));
  }

  private static Message value(String name, Type type, long... shape) {
    Message all = new Message().message(1, new Message().text(2, "records"));
    for (long size : shape) {
      Message each = new Message();
      all.message(1, size == OPEN ? each.text(2, name + " values") : each.number(1, size));
    }
    Message tensor = new Message().number(1, type.number).message(2, all);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  /** A constant of float32 numbers with this shape. */
  public String floats(float[] numbers, long... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : numbers) {
      raw.putFloat(number);
    }
    return constant(Type.FLOAT, raw.array(), shape);
  }

  /** A constant of float64 numbers with this shape. */
  String doubles(double[] numbers, long... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(Double.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double number : numbers) {
      raw.putDouble(number);
    }
    return constant(Type.DOUBLE, raw.array(), shape);
  }

  /** A constant of integers, in one dimension. */
  public String integers(long... numbers) {
    ByteBuffer raw =
        ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      raw.putLong(number);
    }
    return constant(Type.INT64, raw.array(), numbers.length);
  }

  /** A constant text, of shape {1, 1}. */
  String constantText(String text) {
    String name = next();
    graph.message(
        5,
        new Message()
            .number(1, 1)
            .number(1, 1)
            .number(2, Type.STRING.number)
            .bytes(6, text.getBytes(StandardCharsets.UTF_8))
            .text(8, name));
    return name;
  }

  private String constant(Type type, byte[] raw, long... shape) {
    String name = next();
    Message tensor = new Message();
    for (long size : shape) {
      tensor.number(1, size);
    }
    graph.message(5, tensor.number(2, type.number).text(8, name).bytes(9, raw));
    return name;
  }

  /** The result of an operator on these values. */
  public String node(String operator, String... inputs) {
    return node(operator, Map.of(), inputs);
  }

  /** The result of an operator with attributes that are integers. */
  public String node(String operator, Map<String, Long> attributes, String... inputs) {
    Message node = nodeOf(operator, inputs);
    attributes.forEach(
        (name, value) ->
            node.message(5, new Message().text(1, name).number(3, value).number(20, 2)));
    String result = next();
    graph.message(1, node.text(2, result).text(3, result));
    return result;
  }

  /** The result of an operator with an attribute that is a list of integers. */
  public String nodeOfList(String operator, String name, List<Long> list, String... inputs) {
    Message attribute = new Message().text(1, name).number(20, 7);
    list.forEach(value -> attribute.number(8, value));
    String result = next();
    graph.message(
        1, nodeOf(operator, inputs).message(5, attribute).text(2, result).text(3, result));
    return result;
  }

  private static Message nodeOf(String operator, String... inputs) {
    Message node = new Message();
    for (String input : inputs) {
      node.text(1, input);
    }
    return node.text(4, operator);
  }

  /** The same values as another type. */
  public String cast(String value, Type type) {
    return node("Cast", Map.of("to", (long) type.number), value);
  }

  /** The place of each text in a list, or {@code other}. */
  String placeOfText(String value, List<String> texts, long other) {
    Message keys = new Message().text(1, "keys_strings").number(20, 8);
    texts.forEach(text -> keys.bytes(9, text.getBytes(StandardCharsets.UTF_8)));
    return place(value, keys, texts.size(), other);
  }

  /** The place of each integer in a list, or {@code other}. */
  String placeOfInteger(String value, long[] integers, long other) {
    Message keys = new Message().text(1, "keys_int64s").number(20, 7);
    for (long integer : integers) {
      keys.number(8, integer);
    }
    return place(value, keys, integers.length, other);
  }

  private String place(String value, Message keys, int count, long other) {
    Message places = new Message().text(1, "values_int64s").number(20, 7);
    for (int i = 0; i < count; i++) {
      places.number(8, i);
    }
    Message missing = new Message().text(1, "default_int64").number(3, other).number(20, 2);
    String result = next();
    graph.message(
        1,
        nodeOf("LabelEncoder", value)
            .text(2, result)
            .text(3, result)
            .message(5, keys)
            .message(5, places)
            .message(5, missing)
            .text(7, ML));
    return result;
  }

  private String next() {
    return prefix + ++values;
  }

  /**
   * The file.
   *
   * @param description for readers
   * @param properties for programs
   */
  public byte[] toModel(String description, Map<String, String> properties) {
    graph.text(2, "trainer");
    Message model =
        new Message()
            .number(1, IR_VERSION)
            .text(2, "trainer")
            .text(6, description)
            .message(7, graph)
            .message(8, new Message().text(1, "").number(2, OPSET))
            .message(8, new Message().text(1, ML).number(2, ML_OPSET));
    properties.forEach(
        (key, value) -> model.message(14, new Message().text(1, key).text(2, value)));
    return model.bytes.toByteArray();
  }
}
