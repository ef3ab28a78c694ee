package trainer.core.input;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of the loss that a model minimizes, under which reports and commands show its mean.
 *
 * @param words lower-case words, such as {@code hinge loss}; at most {@value #LONGEST} characters
 */
public record Loss(String words) {
  private static final int LONGEST = 40;
  private static final Pattern WORDS = Pattern.compile("[a-z][a-z0-9]*( [a-z0-9]+)*");
  private static final Pattern NEXT_WORD = Pattern.compile(" (.)");

  /** The logistic or cross-entropy loss: −ln of the probability of the label, natural logarithm. */
  public static final Loss LOG = new Loss("log loss");

  /** A loss whose name the model does not give. */
  public static final Loss UNNAMED = new Loss("loss");

  /**
   * Checks.
   *
   * @throws IllegalArgumentException for other characters, or too many
   */
  public Loss {
    if (words.length() > LONGEST || !WORDS.matcher(words).matches()) {
      throw new IllegalArgumentException(
          "'" + words + "' is no name of a loss; give lower-case words such as 'hinge loss'");
    }
  }

  /** The name in JSON: {@code hingeLoss}. */
  public String key() {
    return NEXT_WORD.matcher(words).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }
}
