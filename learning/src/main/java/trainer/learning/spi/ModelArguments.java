package trainer.learning.spi;

import java.util.Map;

/** The {@code trainer.model.args.*} of a job, keys without that prefix. */
public record ModelArguments(Map<String, String> values) {
  public ModelArguments {
    values = Map.copyOf(values);
  }

  /** The argument's text, or the default when it is not set. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }
}
