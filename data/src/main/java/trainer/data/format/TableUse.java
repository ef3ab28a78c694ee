package trainer.data.format;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnRole;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerm;
import trainer.core.feature.FeatureTerms;
import trainer.core.job.ImportColumns;

/**
 * The use of the columns of a table.
 *
 * @param label the column of the label
 * @param positive the text of the label that means 1; empty where labels are numbers
 * @param negative the text of the label that means 0; empty if any other does
 * @param weight the column of the record's weight, or empty
 * @param features the columns that give features, and how; empty where records are kept whole and
 *     give none
 * @param keys the keys of features
 * @param kept the columns that are copied to an output, in its order
 * @param isLabelRequired whether a record without a label is broken; if not, files may also lack
 *     the columns of label and weight
 */
public record TableUse(
    String label,
    String positive,
    String negative,
    String weight,
    Optional<FeatureTerms> features,
    FeatureKeys keys,
    List<String> kept,
    boolean isLabelRequired) {
  public TableUse {
    kept = List.copyOf(kept);
  }

  /**
   * The use by {@code trainer.label}, {@code trainer.weight}, {@code trainer.features} and {@code
   * trainer.score.keep}; of an import by {@code trainer.import.types}; for a model of another
   * program by {@code trainer.score.keep} and {@code trainer.score.columns}.
   *
   * @throws FailureException CONFIG_INVALID for features that are no list of terms, and for columns
   *     that are no list of columns
   */
  public static TableUse of(Settings settings) {
    if (settings.find(Keys.IMPORT_FORMAT).isPresent()) {
      return whole(types(settings).names());
    }
    return settings.appliesForeignModel() ? whole(asked(settings)) : used(settings);
  }

  /** Columns that are read as they are. */
  private static TableUse whole(List<String> columns) {
    FeatureKeys none = new FeatureKeys(0, 0);
    return new TableUse("", "", "", "", Optional.empty(), none, columns, false);
  }

  /** The columns that are copied to the output, then the others that the model reads. */
  private static List<String> asked(Settings settings) {
    Set<String> columns = new LinkedHashSet<>(kept(settings, Keys.SCORE_KEEP));
    columns.addAll(kept(settings, Keys.SCORE_COLUMNS));
    return List.copyOf(columns);
  }

  /**
   * The columns that an import writes.
   *
   * @throws FailureException CONFIG_INVALID for text that is no list of them
   */
  public static ImportColumns types(Settings settings) {
    try {
      return ImportColumns.parse(settings.get(Keys.IMPORT_TYPES));
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "trainer.import.types is no list of types: " + e.getMessage(),
          Keys.IMPORT_TYPES.name(),
          "write them as in zip:text,price:double");
    }
  }

  private static TableUse used(Settings settings) {
    return new TableUse(
        settings.get(Keys.LABEL),
        settings.get(Keys.LABEL_POSITIVE),
        settings.get(Keys.LABEL_NEGATIVE),
        settings.get(Keys.WEIGHT),
        Optional.of(terms(settings.get(Keys.FEATURES))),
        new FeatureKeys(settings.get(Keys.FEATURES_SEED), settings.get(Keys.FEATURES_BITS)),
        kept(settings, Keys.SCORE_KEEP),
        settings.get(Keys.LABEL_REQUIRED));
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

  /**
   * The columns that a key lists.
   *
   * @throws FailureException CONFIG_INVALID for text that is no list of them
   */
  public static List<String> kept(Settings settings, Key<String> key) {
    try {
      return FeatureTerms.parseColumns(settings.get(key));
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          key.name() + " is no list of columns: " + e.getMessage(),
          key.name(),
          "write the names as in id,city");
    }
  }

  /** The terms of features; none where records are kept whole, and for rows of keys and values. */
  public List<FeatureTerm> terms() {
    return features.map(FeatureTerms::terms).orElse(List.of());
  }

  /** The role of a column; one that is kept may be the label or the weight, too. */
  public ColumnRole role(String column) {
    if (column.equals(label)) {
      return ColumnRole.LABEL;
    }
    if (column.equals(weight)) {
      return ColumnRole.WEIGHT;
    }
    return kept.contains(column) ? ColumnRole.KEPT : ColumnRole.INPUT;
  }

  /**
   * Refuses a job that keeps columns, for a file whose rows are keys and values.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  public void requireNothingKept(String path) {
    if (!kept.isEmpty() && features.isPresent()) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "trainer.score.keep names columns, and the file has none: its rows are keys and values",
          path,
          "leave trainer.score.keep out, or score a table");
    }
  }

  /** Whether a job says that its input is a table: it names columns. */
  public static boolean isAsked(Settings settings) {
    return settings.isSet(Keys.LABEL)
        || settings.isSet(Keys.FEATURES)
        || settings.isSet(Keys.IMPORT_TYPES);
  }
}
