package trainer.client.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
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
  private final Map<FeatureName, Long> keysOfNames = new LinkedHashMap<>();
  private final Map<Long, List<FeatureName>> namesOfKeys = new LinkedHashMap<>();

  /**
   * The names that no input is needed for.
   *
   * @param settings those of the model
   * @param isWanted whether the model has a row of a key
   */
  FeatureNames(Settings settings, LongPredicate isWanted) {
    this.terms = FeatureTerms.parse(settings.get(Keys.FEATURES)).terms();
    this.keys = new FeatureKeys(settings.get(Keys.FEATURES_SEED), settings.get(Keys.FEATURES_BITS));
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

  /**
   * The names of the keys, in words. Where {@code trainer.features.bits} folds several features to
   * one key, they share its weight.
   */
  Map<Long, String> texts() {
    Map<Long, String> texts = new LinkedHashMap<>();
    namesOfKeys.forEach(
        (key, names) ->
            texts.put(
                key, names.stream().map(FeatureName::text).collect(Collectors.joining(" or "))));
    return texts;
  }

  /** The names of one term and kind with their keys, in the order in which they were met. */
  Map<FeatureName, Long> of(FeatureTerm term, FeatureName.Kind kind) {
    Map<FeatureName, Long> found = new LinkedHashMap<>();
    keysOfNames.forEach(
        (name, key) -> {
          if (name.term().equals(term) && name.kind() == kind) {
            found.put(name, key);
          }
        });
    return found;
  }

  /** Whether a category of a term may lack its name; false as soon as no other can have the key. */
  boolean isUnnamed(long key, FeatureTerm term) {
    return isWanted.test(key)
        && (keys.bits() > 0
            || namesOfKeys.getOrDefault(key, List.of()).stream()
                .noneMatch(name -> name.term().equals(term)));
  }

  /** Names a category. */
  void addCategory(long key, FeatureTerm term, String... values) {
    add(key, new FeatureName(term, FeatureName.Kind.CATEGORY, Arrays.asList(values)));
  }

  private void add(long key, FeatureName name) {
    if (isWanted.test(key) && keysOfNames.putIfAbsent(name, key) == null) {
      namesOfKeys.computeIfAbsent(key, one -> new ArrayList<>()).add(name);
    }
  }

  /** The text of some UTF-8 bytes. */
  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
