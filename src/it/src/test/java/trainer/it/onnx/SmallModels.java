package trainer.it.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Small ONNX models, as the protocol buffers that they are. Numbers of fields are those of {@code
 * onnx.proto} (github.com/onnx/onnx). A shape is that of a record, behind an open number of
 * records.
 */
public final class SmallModels {
  private static final long FLOAT = 1;
  private static final long INT64 = 7;
  private static final long OPEN = -1;

  private final UnknownFieldSet.Builder graph = message();

  private SmallModels() {}

  /** Output {@code sum} of shape {records, 2}: input {@code features} of two columns, rectified. */
  public static byte[] ofColumns() {
    return new SmallModels()
        .input("features", FLOAT, 2)
        .node("Relu", "sum", "features")
        .output("sum", FLOAT, 2)
        .write();
  }

  /** Output {@code y}: the tokens of a text as numbers. */
  public static byte[] ofTokens() {
    return new SmallModels()
        .input("input_ids", INT64, OPEN)
        .node("Abs", "y", "input_ids")
        .output("y", INT64, OPEN)
        .write();
  }

  /** Output {@code y} of 4 numbers: a convolution over images of 24x24 pixels. */
  public static byte[] ofImages() {
    Random random = new Random(5);
    ByteBuffer kernels = ByteBuffer.allocate(4 * 4 * 3 * 3 * 3).order(ByteOrder.LITTLE_ENDIAN);
    while (kernels.hasRemaining()) {
      kernels.putFloat((float) random.nextGaussian());
    }
    SmallModels model = new SmallModels().input("pixels", FLOAT, 3, 24, 24);
    model.constant("kernels", kernels.array(), 4, 3, 3, 3);
    return model
        .node("Conv", "edges", "pixels", "kernels")
        .node("Relu", "strong", "edges")
        .node("GlobalAveragePool", "y", "strong")
        .output("y", FLOAT, 4, 1, 1)
        .write();
  }

  private static UnknownFieldSet.Builder message() {
    return UnknownFieldSet.newBuilder();
  }

  private static Field of(UnknownFieldSet.Builder inner) {
    return Field.newBuilder().addLengthDelimited(inner.build().toByteString()).build();
  }

  private static Field of(String text) {
    return Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8(text)).build();
  }

  private static Field of(long number) {
    return Field.newBuilder().addVarint(number).build();
  }

  private SmallModels input(String name, long type, long... shape) {
    graph.mergeField(11, of(value(name, type, shape)));
    return this;
  }

  private SmallModels output(String name, long type, long... shape) {
    graph.mergeField(12, of(value(name, type, shape)));
    return this;
  }

  private static UnknownFieldSet.Builder value(String name, long type, long... shape) {
    UnknownFieldSet.Builder dimensions = message();
    dimensions.mergeField(1, of(message().mergeField(2, of("records"))));
    for (long size : shape) {
      UnknownFieldSet.Builder side = message();
      dimensions.mergeField(
          1, of(size == OPEN ? side.mergeField(2, of("open")) : side.mergeField(1, of(size))));
    }
    UnknownFieldSet.Builder tensor =
        message().mergeField(1, of(type)).mergeField(2, of(dimensions));
    return message().mergeField(1, of(name)).mergeField(2, of(message().mergeField(1, of(tensor))));
  }

  private void constant(String name, byte[] floats, long... shape) {
    UnknownFieldSet.Builder tensor = message().mergeField(2, of(FLOAT)).mergeField(8, of(name));
    for (long size : shape) {
      tensor.mergeField(1, of(size));
    }
    Field raw = Field.newBuilder().addLengthDelimited(ByteString.copyFrom(floats)).build();
    graph.mergeField(5, of(tensor.mergeField(9, raw)));
  }

  private SmallModels node(String operator, String result, String... inputs) {
    UnknownFieldSet.Builder node = message();
    for (String input : inputs) {
      node.mergeField(1, of(input));
    }
    graph.mergeField(1, of(node.mergeField(2, of(result)).mergeField(4, of(operator))));
    return this;
  }

  private byte[] write() {
    return message()
        .mergeField(1, of(9))
        .mergeField(7, of(graph.mergeField(2, of("small"))))
        .mergeField(8, of(message().mergeField(1, of("")).mergeField(2, of(20))))
        .build()
        .toByteArray();
  }
}
