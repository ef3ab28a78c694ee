package trainer.data.format;

import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerms;

/**
 * The use of the columns of a table.
 *
 * @param label the column of the label
 * @param positive the text of the label that means 1; empty where labels are numbers
 * @param negative the text of the label that means 0; empty if any other does
 * @param weight the column of the record's weight, or empty
 * @param features the columns that give features, and how
 */
public record TableUse(
    String label,
    String positive,
    String negative,
    String weight,
    FeatureTerms features,
    FeatureKeys keys) {
  /**
   * The use by {@code trainer.label}, {@code trainer.weight} and {@code trainer.features}.
   *
   * @throws FailureException CONFIG_INVALID for features that are no list of terms
   */
  public static TableUse of(Settings settings) {
    return new TableUse(
        settings.get(Keys.LABEL),
        settings.get(Keys.LABEL_POSITIVE),
        settings.get(Keys.LABEL_NEGATIVE),
        settings.get(Keys.WEIGHT),
        terms(settings.get(Keys.FEATURES)),
        new FeatureKeys(0, settings.get(Keys.FEATURES_BITS)));
  }

  private static FeatureTerms terms(String text) {
    try {
      return FeatureTerms.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "trainer.features is no list of terms: " + e.getMessage(),
          Keys.FEATURES.name(),
          "write terms as in age,city:category,income:bucket(1000;5000)");
    }
  }

  /** Whether a job says that its input is a table: it names a label or features. */
  public static boolean isAsked(Settings settings) {
    return settings.isSet(Keys.LABEL) || settings.isSet(Keys.FEATURES);
  }
}
