package trainer.core.config;

import java.util.function.Function;

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

  @Override
  public String toString() {
    return name;
  }
}
