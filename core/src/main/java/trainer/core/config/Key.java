package trainer.core.config;

import java.util.List;
import java.util.function.Function;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * One configuration key: name, type, default, check and one sentence of documentation.
 *
 * @param <T> the type of its values
 */
public final class Key<T> {
  private final String name;
  private final String expected;
  private final String defaultText;
  private final Key<T> defaultKey;
  private final Function<String, T> parser;
  private final String documentation;

  Key(
      String name,
      String expected,
      String defaultText,
      Key<T> defaultKey,
      Function<String, T> parser,
      String documentation) {
    this.name = name;
    this.expected = expected;
    this.defaultText = defaultText;
    this.defaultKey = defaultKey;
    this.parser = parser;
    this.documentation = documentation;
  }

  /** The full name, {@code trainer.…}. */
  public String name() {
    return name;
  }

  /** The legal values in words: the type and, where there is one, the range. */
  public String expected() {
    return expected;
  }

  /** The default as text; null when there is none or another key gives it. */
  public String defaultText() {
    return defaultText;
  }

  /** The key whose value is this one's default, or null. */
  public Key<T> defaultKey() {
    return defaultKey;
  }

  /** One sentence. */
  public String documentation() {
    return documentation;
  }

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException when the text is not a legal value
   */
  public T parse(String text) {
    return parser.apply(text.strip());
  }

  /**
   * The failure of a text that is not a legal value.
   *
   * @param where the key, and where it was set
   */
  Failure refusal(String text, String where) {
    return refusal(text, where, "give " + expected);
  }

  /**
   * The failure of a name that is none of those registered.
   *
   * @param where the key, and where it was set
   */
  public Failure refusal(String text, String where, List<String> registered) {
    String meant =
        NearestName.to(text.strip(), registered)
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return refusal(text, where, "give " + String.join("|", registered) + meant);
  }

  private Failure refusal(String text, String where, String advice) {
    return new Failure(
        FailureKind.CONFIG_INVALID, "'" + text + "' is not a value of " + name, where, advice);
  }

  @Override
  public String toString() {
    return name;
  }
}
