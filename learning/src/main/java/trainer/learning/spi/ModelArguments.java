package trainer.learning.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import trainer.core.config.Keys;

/**
 * The arguments of a model: the job's {@code trainer.model.args.*}, keys without that prefix, and
 * {@code trainer.model.classes} as {@value #CLASSES}.
 */
public record ModelArguments(Map<String, String> values) {
  /** The argument that {@code trainer.model.classes} sets. */
  public static final String CLASSES = "classes";

  /** The largest number of classes; a row holds one value per class. */
  private static final int MOST_CLASSES = 1 << 16;

  /** No arguments. */
  public static final ModelArguments NONE = new ModelArguments(Map.of());

  public ModelArguments {
    values = Map.copyOf(values);
  }

  /** The argument's text, or the default if it is not set. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /**
   * The argument as a boolean, or the default if it is not set.
   *
   * @throws IllegalArgumentException if it is neither {@code true} nor {@code false}
   */
  public boolean getBoolean(String name, boolean otherwise) {
    String text = get(name, String.valueOf(otherwise));
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(key(name) + " is '" + text + "', neither true nor false");
    }
    return text.equals("true");
  }

  /**
   * The argument as a number, or the default if it is not set.
   *
   * @param from the least allowed value
   * @param to the greatest allowed value
   * @throws IllegalArgumentException if it is not a number, or not within the range
   */
  public float getNumber(String name, float otherwise, float from, float to) {
    String text = get(name, String.valueOf(otherwise));
    try {
      float number = Float.parseFloat(text);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below has the better message.
    }
    throw new IllegalArgumentException(
        key(name) + " is '" + text + "', not a number from " + from + " to " + to);
  }

  /**
   * The argument as a whole number, or the default if it is not set.
   *
   * @param from the least allowed value
   * @param to the greatest allowed value
   * @throws IllegalArgumentException if it is not a whole number, or not within the range
   */
  public int getInteger(String name, int otherwise, int from, int to) {
    String text = get(name, String.valueOf(otherwise));
    try {
      int number = Integer.parseInt(text);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below has the better message.
    }
    throw new IllegalArgumentException(
        key(name) + " is '" + text + "', not a number from " + from + " to " + to);
  }

  /**
   * The number of classes: {@code trainer.model.classes}.
   *
   * @throws IllegalArgumentException if it is not set, or not within 2 to 65536
   */
  public int classes() {
    if (get(CLASSES, "").isEmpty()) {
      throw new IllegalArgumentException(
          "trainer.model.classes is not set: labels are the classes from 0 to one less than it");
    }
    return getInteger(CLASSES, 0, 2, MOST_CLASSES);
  }

  /** The key that sets an argument. */
  private static String key(String name) {
    return name.equals(CLASSES) ? "trainer.model.classes" : Keys.MODEL_ARGUMENT_PREFIX + name;
  }

  /**
   * Rejects arguments that the model does not have.
   *
   * @throws IllegalArgumentException naming the first such argument
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
