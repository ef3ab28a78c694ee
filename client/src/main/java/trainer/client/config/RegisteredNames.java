package trainer.client.config;

import java.util.List;
import java.util.Map;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.data.format.InputFormats;

/**
 * The legal values of keys whose values are names of other modules. The module of the keys does not
 * know these names, so that the client checks them before the start.
 */
public final class RegisteredNames {
  private RegisteredNames() {}

  static Map<Key<String>, List<String>> byKey() {
    return Map.of(Keys.INPUT_FORMAT, InputFormats.words());
  }

  /** The legal values of a key in words: the registered names, or those that the key states. */
  public static String expected(Key<?> key) {
    List<String> names = byKey().get(key);
    return names == null ? key.expected() : String.join("|", names);
  }
}
