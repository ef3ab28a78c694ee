package trainer.client.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.job.JobSpec;

/**
 * The value of a key, and its source.
 *
 * @param value as text; null when it is not set and has no default
 * @param source the file, the flag, {@code computed} by the client, the {@code session}, the {@code
 *     earlier job} that is resumed, {@code default}, or {@code not set}
 */
public record ConfiguredValue(String key, String value, String source, boolean isSet) {
  /** User and password in a URI, which others may not read. */
  private static final Pattern CREDENTIALS = Pattern.compile("://[^/@\\s,]*@");

  /** The value of one key. */
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

  /** The values of all keys, then of the model's arguments. */
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

  /** The values of a job. A session may have set some of them. */
  public static List<ConfiguredValue> ofJob(JobSpec spec, ClientConfiguration configuration) {
    Map<String, String> job = spec.settings();
    return all(configuration).stream()
        .map(
            one -> {
              String text = job.getOrDefault(one.key(), one.value());
              return Objects.equals(text, one.value())
                  ? one
                  : new ConfiguredValue(one.key(), text, ClientConfiguration.SESSION, true);
            })
        .toList();
  }

  /** Several values as one JSON object. */
  public static ObjectNode document(List<ConfiguredValue> values) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode keys = document.putArray("keys");
    values.forEach(value -> keys.add(value.document()));
    return document;
  }

  /** The default of a key, as text if another key provides it. */
  public static Optional<String> defaultOf(Key<?> key) {
    return key.defaultKey() != null
        ? Optional.of("that of " + key.defaultKey().name())
        : Optional.ofNullable(key.defaultText());
  }

  /** The value as a JSON object. */
  public ObjectNode document() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("key", key)
        .put("value", value == null ? null : CREDENTIALS.matcher(value).replaceAll("://"))
        .put("source", source)
        .put("set", isSet);
  }

  /** The value as a JSON object, with the documentation of its key. */
  public ObjectNode explained(Key<?> itself) {
    return document()
        .put("documentation", itself.documentation())
        .put("expects", RegisteredNames.expected(itself))
        .put("default", defaultOf(itself).orElse(null));
  }
}
