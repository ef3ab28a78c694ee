package trainer.onnx.proto;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of an ONNX file that decide whether it is opened. Numbers of fields are those of {@code
 * onnx.proto} (github.com/onnx/onnx).
 *
 * @param irVersion the version of the format
 * @param opsets the version of the operators, by domain; that of ONNX is the empty text
 * @param external the names of tensors whose data is in other files
 * @param unknown the names of inputs and outputs that are no tensors, sequences or maps; ONNX
 *     Runtime's Java interface does not know the others
 */
public record ModelHeader(
    long irVersion, Map<String, Long> opsets, List<String> external, List<String> unknown) {
  private static final int DEEPEST = 100;

  public ModelHeader {
    opsets = Map.copyOf(opsets);
    external = List.copyOf(external);
    unknown = List.copyOf(unknown);
  }

  /**
   * Reads the header.
   *
   * @throws IllegalArgumentException when the bytes are no ONNX model
   */
  public static ModelHeader read(ByteBuffer file) {
    long irVersion = 0;
    boolean hasGraph = false;
    Map<String, Long> opsets = new TreeMap<>();
    List<String> external = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (ProtoFields model = new ProtoFields(file); model.next(); ) {
      if (model.isInteger(1)) {
        irVersion = model.integer();
      } else if (model.isBytes(7)) {
        hasGraph = true;
        readGraph(model.message(), external, 0);
        readValues(model.message(), unknown);
      } else if (model.isBytes(8)) {
        readOpset(model.message(), opsets);
      } else if (model.isBytes(25)) {
        readFunction(model.message(), external);
      }
    }
    if (irVersion <= 0 || !hasGraph || opsets.isEmpty()) {
      throw new IllegalArgumentException("it has no version, graph or operators");
    }
    return new ModelHeader(irVersion, opsets, external, unknown);
  }

  private static void readValues(ProtoFields graph, List<String> unknown) {
    while (graph.next()) {
      if (graph.isBytes(11) || graph.isBytes(12)) {
        readValue(graph.message(), unknown);
      }
    }
  }

  private static void readValue(ProtoFields value, List<String> unknown) {
    String name = "";
    boolean isKnown = true;
    while (value.next()) {
      if (value.isBytes(1)) {
        name = value.text();
      } else if (value.isBytes(2)) {
        isKnown = isKnown(value.message());
      }
    }
    if (!isKnown) {
      unknown.add(name);
    }
  }

  /**
   * Whether a type is a tensor (1), a sequence (4) or a map (5); another field is its denotation.
   */
  private static boolean isKnown(ProtoFields type) {
    boolean isKnown = true;
    while (type.next()) {
      isKnown &= type.isBytes(1) || type.isBytes(4) || type.isBytes(5) || type.isBytes(6);
    }
    return isKnown;
  }

  private static void readOpset(ProtoFields opset, Map<String, Long> opsets) {
    String domain = "";
    long version = 0;
    while (opset.next()) {
      if (opset.isBytes(1)) {
        domain = opset.text();
      } else if (opset.isInteger(2)) {
        version = opset.integer();
      }
    }
    opsets.put(domain, version);
  }

  private static void readFunction(ProtoFields function, List<String> external) {
    while (function.next()) {
      if (function.isBytes(7)) {
        readNode(function.message(), external, 0);
      }
    }
  }

  private static void readGraph(ProtoFields graph, List<String> external, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("its graphs are nested more than " + DEEPEST + " deep");
    }
    while (graph.next()) {
      if (graph.isBytes(1)) {
        readNode(graph.message(), external, depth);
      } else if (graph.isBytes(5)) {
        readTensor(graph.message(), external);
      } else if (graph.isBytes(15)) {
        readSparseTensor(graph.message(), external);
      }
    }
  }

  private static void readNode(ProtoFields node, List<String> external, int depth) {
    while (node.next()) {
      if (node.isBytes(5)) {
        readAttribute(node.message(), external, depth);
      }
    }
  }

  private static void readAttribute(ProtoFields attribute, List<String> external, int depth) {
    while (attribute.next()) {
      if (attribute.hasBytes()) {
        switch (attribute.field()) {
          case 5, 10 -> readTensor(attribute.message(), external);
          case 6, 11 -> readGraph(attribute.message(), external, depth + 1);
          case 22, 23 -> readSparseTensor(attribute.message(), external);
          default -> {}
        }
      }
    }
  }

  private static void readSparseTensor(ProtoFields sparse, List<String> external) {
    while (sparse.next()) {
      if (sparse.isBytes(1) || sparse.isBytes(2)) {
        readTensor(sparse.message(), external);
      }
    }
  }

  private static void readTensor(ProtoFields tensor, List<String> external) {
    String name = "";
    boolean isElsewhere = false;
    while (tensor.next()) {
      if (tensor.isBytes(8)) {
        name = tensor.text();
      } else if (tensor.isBytes(13) || (tensor.isInteger(14) && tensor.integer() == 1)) {
        isElsewhere = true;
      }
    }
    if (isElsewhere) {
      external.add(name);
    }
  }
}
