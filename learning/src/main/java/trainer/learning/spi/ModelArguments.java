package trainer.learning.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The {@code trainer.model.args.*} of a job, keys without that prefix. */
public record ModelArguments(Map<String, String> values) {
  /** No argument set. */
  public static final ModelArguments NONE = new ModelArguments(Map.of());

  public ModelArguments {
    values = Map.copyOf(values);
  }

  /** The argument's text, or the default when it is not set. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /**
   * The argument as true or false, or the default when it is not set.
   *
   * @throws IllegalArgumentException when it is another word
   */
  public boolean getBoolean(String name, boolean otherwise) {
    String text = get(name, String.valueOf(otherwise));
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(
          "argument " + name + " is '" + text + "', neither true nor false");
    }
    return text.equals("true");
  }

  /**
   * Refuses arguments that the model does not know.
   *
   * @throws IllegalArgumentException naming the first one
   */
  public void requireOnly(String... known) {
    List<String> names = Arrays.asList(known);
    for (String name : new TreeSet<>(values.keySet())) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "there is no argument " + name + "; the model knows " + String.join(", ", names));
      }
    }
  }
}
