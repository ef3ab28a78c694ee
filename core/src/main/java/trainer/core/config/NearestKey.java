package trainer.core.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * Refuses an unknown key, and finds the key that was probably meant. The comparison leaves out the
 * common prefix of all keys. A correct last part, such as {@code learning-rate}, finds the keys
 * that end so.
 */
public final class NearestKey {
  private NearestKey() {}

  /**
   * The failure of a name that no key has.
   *
   * @param where the name, and where it was set
   */
  public static Failure refusal(String name, String where) {
    String advice =
        to(name)
            .map(key -> "did you mean " + key + "?")
            .orElse("trainer conf show lists every key");
    return new Failure(FailureKind.CONFIG_UNKNOWN, "there is no key " + name, where, advice);
  }

  /** The key that was meant, if one is near. */
  static Optional<String> to(String name) {
    if (startsWith(name, Keys.MODEL_ARGUMENT_PREFIX)) {
      return Optional.of(
          Keys.MODEL_ARGUMENT_PREFIX + name.substring(Keys.MODEL_ARGUMENT_PREFIX.length()));
    }
    String typed = startsWith(name, Keys.PREFIX) ? name.substring(Keys.PREFIX.length()) : name;
    Map<String, String> keys = new LinkedHashMap<>();
    Keys.all().keySet().forEach(key -> keys.put(key.substring(Keys.PREFIX.length()), key));
    return NearestName.to(typed, keys.keySet())
        .or(() -> endingWith(typed, keys.keySet()))
        .map(keys::get);
  }

  private static Optional<String> endingWith(String typed, Collection<String> names) {
    String end = "." + typed.toLowerCase(Locale.ROOT);
    List<String> found = names.stream().filter(name -> name.endsWith(end)).toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static boolean startsWith(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }
}
