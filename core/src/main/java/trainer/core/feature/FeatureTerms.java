package trainer.core.feature;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The value of {@code trainer.features}: terms in the order written, or columns to leave out.
 * Without terms, every input column gives its feature, but for those left out.
 *
 * @param terms the features that are wanted
 * @param without the columns that give none, where there are no terms
 */
public record FeatureTerms(List<FeatureTerm> terms, List<String> without) {
  /** Every input column. */
  public static final FeatureTerms ALL = new FeatureTerms(List.of(), List.of());

  public FeatureTerms {
    terms = List.copyOf(terms);
    without = List.copyOf(without);
    if (!terms.isEmpty() && !without.isEmpty()) {
      throw new IllegalArgumentException("terms, and columns to leave out");
    }
  }

  /**
   * Parses the terms.
   *
   * @throws IllegalArgumentException for text that is no list of terms; the message names the term,
   *     the position and a remedy
   */
  public static FeatureTerms parse(String text) {
    return new TermParser(text).parse();
  }

  /**
   * The features of a table, in the order of the terms, or of the columns where there are none.
   *
   * @throws IllegalArgumentException for a term that does not fit the table; the message names the
   *     term, its number and a remedy
   */
  public FeatureList resolve(List<Column> columns) {
    TableColumns table = new TableColumns(columns);
    FeatureList features = new FeatureList(terms.isEmpty() ? all(table) : written(table::input));
    if (features.features().isEmpty()) {
      throw new IllegalArgumentException(
          "no column is left that gives a feature; name columns in trainer.features");
    }
    return features;
  }

  /**
   * The terms that standardise a number, in their order. Complete only for terms that name the use
   * of each column, as those of a job do.
   */
  public List<FeatureTerm.Numeric> standardised() {
    return terms.stream()
        .filter(FeatureTerm.Numeric.class::isInstance)
        .map(FeatureTerm.Numeric.class::cast)
        .filter(term -> term.scaling().isStandardised())
        .toList();
  }

  private List<Feature> all(TableColumns table) {
    Set<Column> left = new HashSet<>();
    for (int i = 0; i < without.size(); i++) {
      String name = without.get(i);
      left.add(ofTerm(i, "-" + ColumnName.written(name), () -> table.named(name)));
    }
    return table.inputs().stream()
        .filter(column -> !left.contains(column))
        .map(Feature::of)
        .toList();
  }

  private List<Feature> written(Function<String, Column> columns) {
    List<Feature> features = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      FeatureTerm term = terms.get(i);
      features.add(ofTerm(i, term.text(), () -> term.feature(columns)));
    }
    return features;
  }

  /** The result of a term; its problem is put behind the term's number and text. */
  private static <T> T ofTerm(int index, String text, Supplier<T> result) {
    try {
      return result.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "term " + (index + 1) + ", " + text + ": " + e.getMessage(), e);
    }
  }

  /** The text, which parses to equal terms. */
  @Override
  public String toString() {
    return terms.isEmpty()
        ? without.stream()
            .map(name -> "-" + ColumnName.written(name))
            .collect(Collectors.joining(","))
        : terms.stream().map(FeatureTerm::text).collect(Collectors.joining(","));
  }
}
