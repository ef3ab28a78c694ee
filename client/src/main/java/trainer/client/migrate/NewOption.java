package trainer.client.migrate;

import java.util.regex.Pattern;
import trainer.core.config.Keys;

/**
 * An option that {@code submit} takes.
 *
 * @param name a key of Trainer, or an option such as {@code --timeout}
 * @param value its value
 * @param from the old key
 */
public record NewOption(String name, String value, String from) {
  private static final Pattern PLAIN = Pattern.compile("[\\w.,:/@%+=#-]+");

  boolean isKey() {
    return name.startsWith(Keys.PREFIX);
  }

  /** As it is typed, in quotes where a shell needs them. */
  public String text() {
    String typed = isKey() ? "-D" + name + "=" + value : name + "=" + value;
    return PLAIN.matcher(typed).matches() ? typed : "'" + typed.replace("'", "'\\''") + "'";
  }
}
