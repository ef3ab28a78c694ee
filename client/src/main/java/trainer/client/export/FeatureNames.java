package trainer.client.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.feature.ColumnKeys;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerm;
import trainer.core.feature.FeatureTerms;

/**
 * The names of the features of a table's model, by key. Numbers, buckets and NULL are known from
 * the terms; the texts of categories are hashed, so they are read from an input ({@link
 * NameReader}). Confined to one thread.
 */
final class FeatureNames {
  private final List<FeatureTerm> terms;
  private final FeatureKeys keys;
  private final LongPredicate isWanted;
  private final Map<Long, FeatureName> names = new LinkedHashMap<>();

  /**
   * The names that no input is needed for.
   *
   * @param settings those of the model
   * @param isWanted whether the model has a row of a key
   */
  FeatureNames(Settings settings, LongPredicate isWanted) {
    this.terms = FeatureTerms.parse(settings.get(Keys.FEATURES)).terms();
    this.keys = new FeatureKeys(0, settings.get(Keys.FEATURES_BITS));
    this.isWanted = isWanted;
    Set<String> met = new HashSet<>();
    for (FeatureTerm term : terms) {
      if (term.columns().size() == 1) {
        ColumnKeys column = keys.column(term.columns().get(0));
        if (met.add(term.columns().get(0))) {
          add(column.missing(), new FeatureName(term, FeatureName.Kind.MISSING));
          add(column.nan(), new FeatureName(term, FeatureName.Kind.NAN));
        }
        addFixed(term, column);
      }
    }
  }

  private void addFixed(FeatureTerm term, ColumnKeys column) {
    if (term instanceof FeatureTerm.Numeric number) {
      boolean isLog = number.text().endsWith(":log");
      add(isLog ? column.log() : column.number(), new FeatureName(term, FeatureName.Kind.NUMBER));
    } else if (term instanceof FeatureTerm.Bucket bucket) {
      for (int i = 0; i < bucket.bounds().buckets(); i++) {
        List<String> number = List.of(String.valueOf(i));
        add(column.bucket(i), new FeatureName(term, FeatureName.Kind.BUCKET, number));
      }
    }
  }

  /** The terms in their order. */
  List<FeatureTerm> terms() {
    return terms;
  }

  /** How keys are made. */
  FeatureKeys keys() {
    return keys;
  }

  /** Whether a term's features are texts, which only an input names. */
  static boolean isOfTexts(FeatureTerm term) {
    return term instanceof FeatureTerm.Category || term instanceof FeatureTerm.Cross;
  }

  /** The names so far. */
  Map<Long, FeatureName> all() {
    return Collections.unmodifiableMap(names);
  }

  /** Those of one term and kind, in the order in which they were met. */
  List<Map.Entry<Long, FeatureName>> of(FeatureTerm term, FeatureName.Kind kind) {
    List<Map.Entry<Long, FeatureName>> found = new ArrayList<>();
    for (Map.Entry<Long, FeatureName> name : names.entrySet()) {
      if (name.getValue().term().equals(term) && name.getValue().kind() == kind) {
        found.add(name);
      }
    }
    return found;
  }

  /** Whether the model has a row of a key that has no name yet. */
  boolean isUnnamed(long key) {
    return isWanted.test(key) && !names.containsKey(key);
  }

  /** Names a category. */
  void addCategory(long key, FeatureTerm term, String... values) {
    add(key, new FeatureName(term, FeatureName.Kind.CATEGORY, Arrays.asList(values)));
  }

  private void add(long key, FeatureName name) {
    if (isWanted.test(key)) {
      names.putIfAbsent(key, name);
    }
  }

  /** The text of some UTF-8 bytes. */
  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
