package trainer.core.feature;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The features of a table, in the order in which a row gives them. No two of them share keys.
 *
 * <p>NULL and NaN have one key for each column, whatever its features. So only the first feature of
 * a column gives it ({@link #firstsOfColumns}); a cross has keys of its own for them.
 */
public record FeatureList(List<Feature> features) {
  /**
   * A list of features.
   *
   * @throws IllegalArgumentException if two share keys
   */
  public FeatureList {
    features = List.copyOf(features);
    Map<String, Integer> forms = new HashMap<>();
    for (int i = 0; i < features.size(); i++) {
      Integer same = forms.putIfAbsent(features.get(i).keyForm(), i);
      if (same != null) {
        throw new IllegalArgumentException(
            "features %d and %d, both of %s, have the same keys; leave one of them out"
                .formatted(same + 1, i + 1, names(features.get(i))));
      }
    }
  }

  private static String names(Feature feature) {
    return feature.columns().stream()
        .map(column -> ColumnName.written(column.name()))
        .collect(Collectors.joining("*"));
  }

  /** Terms that give these features for any table with these columns, whatever their kinds. */
  public FeatureTerms terms() {
    return new FeatureTerms(features.stream().map(Feature::term).toList(), List.of());
  }

  /** The features that are standardised numbers, in their order. */
  public List<Feature.Numeric> standardised() {
    return features.stream()
        .filter(Feature.Numeric.class::isInstance)
        .map(Feature.Numeric.class::cast)
        .filter(feature -> feature.scaling().isStandardised())
        .toList();
  }

  /**
   * For each feature whether it gives the keys of NULL and NaN of its column: it is no cross, and
   * the first of its column.
   */
  public List<Boolean> firstsOfColumns() {
    Set<Column> met = new HashSet<>();
    return features.stream()
        .map(feature -> feature.columns().size() == 1 && met.add(feature.columns().get(0)))
        .toList();
  }
}
