package trainer.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Writes ONNX models for tests, as the protocol buffers that they are. Numbers of fields are those
 * of {@code onnx.proto} (github.com/onnx/onnx).
 */
public final class ModelWriter {
  static final int FLOAT = 1;
  static final int UINT8 = 2;
  static final int INT8 = 3;
  static final int UINT16 = 4;
  static final int INT16 = 5;
  static final int INT32 = 6;
  static final int INT64 = 7;
  static final int STRING = 8;
  static final int BOOL = 9;
  static final int FLOAT16 = 10;
  static final int DOUBLE = 11;
  static final int UINT32 = 12;
  static final int UINT64 = 13;

  /** A dimension without a size. */
  static final long OPEN = -1;

  private final Message graph = new Message();
  private long opset = 20;
  private int values;
  private boolean isExternal;

  /** A protocol buffer that grows. */
  private static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, long number) {
      varint((long) field << 3);
      varint(number);
      return this;
    }

    Message bytes(int field, byte[] some) {
      varint((long) field << 3 | 2);
      varint(some.length);
      bytes.writeBytes(some);
      return this;
    }

    Message real(int field, float number) {
      varint((long) field << 3 | 5);
      byte[] four = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(number).array();
      bytes.writeBytes(four);
      return this;
    }

    Message text(int field, String text) {
      return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message inner) {
      return bytes(field, inner.bytes.toByteArray());
    }

    private void varint(long number) {
      long rest = number;
      while ((rest & ~0x7FL) != 0) {
        bytes.write((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }
  }

  /** Attributes of a node. */
  static final class Attributes {
    private final Message all = new Message();

    Attributes integer(String name, long value) {
      all.message(5, new Message().text(1, name).number(3, value).number(20, 2));
      return this;
    }

    Attributes real(String name, float value) {
      all.message(5, new Message().text(1, name).real(2, value).number(20, 1));
      return this;
    }

    Attributes integers(String name, long... some) {
      Message attribute = new Message().text(1, name).number(20, 7);
      for (long value : some) {
        attribute.number(8, value);
      }
      all.message(5, attribute);
      return this;
    }

    Attributes texts(String name, String... some) {
      Message attribute = new Message().text(1, name).number(20, 8);
      for (String value : some) {
        attribute.text(9, value);
      }
      all.message(5, attribute);
      return this;
    }
  }

  static Attributes attributes() {
    return new Attributes();
  }

  ModelWriter opset(long version) {
    opset = version;
    return this;
  }

  ModelWriter input(String name, int type, long... shape) {
    graph.message(11, value(name, type, shape));
    return this;
  }

  ModelWriter output(String name, int type, long... shape) {
    graph.message(12, value(name, type, shape));
    return this;
  }

  /** An output without a shape. */
  ModelWriter outputOfAnyShape(String name, int type) {
    Message tensor = new Message().number(1, type);
    graph.message(12, new Message().text(1, name).message(2, new Message().message(1, tensor)));
    return this;
  }

  /** An output that is a sequence of tensors. */
  ModelWriter sequenceOutput(String name, int type) {
    Message tensor = new Message().message(1, new Message().number(1, type));
    Message sequence = new Message().message(4, new Message().message(1, tensor));
    graph.message(12, new Message().text(1, name).message(2, sequence));
    return this;
  }

  private static Message value(String name, int type, long... shape) {
    Message dimensions = new Message();
    for (int i = 0; i < shape.length; i++) {
      dimensions.message(
          1,
          shape[i] == OPEN
              ? new Message().text(2, i == 0 ? "records" : name + i)
              : new Message().number(1, shape[i]));
    }
    Message tensor = new Message().number(1, type).message(2, dimensions);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  /** A constant. */
  String floats(float[] numbers, long... shape) {
    ByteBuffer raw = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : numbers) {
      raw.putFloat(number);
    }
    return constant(FLOAT, raw.array(), shape);
  }

  /** A constant of normal random numbers. */
  String random(Random random, double scale, long... shape) {
    int size = 1;
    for (long side : shape) {
      size *= (int) side;
    }
    float[] numbers = new float[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = (float) (random.nextGaussian() * scale);
    }
    return floats(numbers, shape);
  }

  String integers(long... numbers) {
    ByteBuffer raw = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      raw.putLong(number);
    }
    return constant(INT64, raw.array(), numbers.length);
  }

  private String constant(int type, byte[] raw, long... shape) {
    String name = "constant" + ++values;
    Message tensor = new Message();
    for (long size : shape) {
      tensor.number(1, size);
    }
    tensor.number(2, type).text(8, name);
    if (isExternal) {
      Message place = new Message().text(1, "location").text(2, "weights.bin");
      tensor.message(13, place).number(14, 1);
    } else {
      tensor.bytes(9, raw);
    }
    graph.message(5, tensor);
    return name;
  }

  /** The constants from now on are in another file. */
  ModelWriter external() {
    isExternal = true;
    return this;
  }

  /** A node with one result of a new name. */
  String node(String operator, Attributes attributes, String... inputs) {
    String result = "value" + ++values;
    node("", operator, attributes, result, inputs);
    return result;
  }

  String node(String operator, String... inputs) {
    return node(operator, attributes(), inputs);
  }

  /** A node with one result. */
  ModelWriter node(
      String domain, String operator, Attributes attributes, String result, String... inputs) {
    Message node = new Message();
    for (String input : inputs) {
      node.text(1, input);
    }
    node.text(2, result).text(4, operator).text(7, domain);
    node.bytes.writeBytes(attributes.all.bytes.toByteArray());
    graph.message(1, node);
    return this;
  }

  /** Gives a value the name of an output. */
  ModelWriter name(String value, String output) {
    return node("", "Identity", attributes(), output, value);
  }

  byte[] write() {
    graph.text(2, "test");
    return new Message()
        .number(1, 9)
        .message(7, graph)
        .message(8, new Message().text(1, "").number(2, opset))
        .message(8, new Message().text(1, "ai.onnx.ml").number(2, 3))
        .bytes
        .toByteArray();
  }
}
