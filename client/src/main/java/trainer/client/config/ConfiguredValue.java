package trainer.client.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.config.Key;
import trainer.core.config.Keys;

/**
 * What a key is here and why.
 *
 * @param value as text; null when it is not set and has no default
 * @param source the file, the flag, {@code default}, or {@code not set}
 */
public record ConfiguredValue(String key, String value, String source, boolean isSet) {
  /** One key's. */
  public static ConfiguredValue of(Key<?> key, ClientConfiguration configuration) {
    String text = configuration.settings().texts().get(key.name());
    if (text != null) {
      return new ConfiguredValue(key.name(), text, configuration.sourceOf(key.name()), true);
    }
    Key<?> like = key.defaultKey();
    if (like != null) {
      ConfiguredValue other = of(like, configuration);
      return new ConfiguredValue(key.name(), other.value(), "default, as " + like.name(), false);
    }
    return new ConfiguredValue(
        key.name(), key.defaultText(), key.defaultText() == null ? "not set" : "default", false);
  }

  /** Of every key, then of the model's arguments. */
  public static List<ConfiguredValue> all(ClientConfiguration configuration) {
    List<ConfiguredValue> all = new ArrayList<>();
    Keys.all().values().forEach(key -> all.add(of(key, configuration)));
    new TreeMap<>(configuration.settings().texts())
        .forEach(
            (name, text) -> {
              if (name.startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
                all.add(new ConfiguredValue(name, text, configuration.sourceOf(name), true));
              }
            });
    return all;
  }

  /** A key's default, in words where another key gives it. */
  public static Optional<String> defaultOf(Key<?> key) {
    return key.defaultKey() != null
        ? Optional.of("that of " + key.defaultKey().name())
        : Optional.ofNullable(key.defaultText());
  }

  /** As a JSON object. */
  public ObjectNode document() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("key", key)
        .put("value", value)
        .put("source", source);
  }

  /** The same with what its key is. */
  public ObjectNode explained(Key<?> itself) {
    return document()
        .put("documentation", itself.documentation())
        .put("expects", itself.expected())
        .put("default", defaultOf(itself).orElse(null));
  }
}
