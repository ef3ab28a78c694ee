package trainer.onnx.tensor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An input or output of a model.
 *
 * @param name in the model
 * @param type of its elements
 * @param shape its dimensions; -1 for one that the model leaves open
 */
public record TensorSpec(String name, ElementType type, List<Long> shape) {
  /** A dimension that the model leaves open. */
  public static final long OPEN = -1;

  public TensorSpec {
    shape = List.copyOf(shape);
  }

  public int rank() {
    return shape.size();
  }

  public long dimension(int at) {
    return shape.get(at);
  }

  public boolean isOpen(int at) {
    return shape.get(at) < 0;
  }

  /** The type and shape for people, such as {@code float[?,4]}. */
  public String form() {
    return type.name().toLowerCase(Locale.ROOT)
        + shape.stream()
            .map(size -> size < 0 ? "?" : size.toString())
            .collect(Collectors.joining(",", "[", "]"));
  }
}
