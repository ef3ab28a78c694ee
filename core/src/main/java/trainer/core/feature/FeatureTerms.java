package trainer.core.feature;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The value of {@code trainer.features}: terms in the order written, and columns to leave out.
 *
 * <table>
 * <caption>The features</caption>
 * <tr><td>no terms</td><td>every input column gives its own</td></tr>
 * <tr><td>terms alone</td><td>those of the terms, in their order</td></tr>
 * <tr><td>columns to leave out</td><td>every other input column gives its own; where terms name the
 *   use of a column, they replace it; crosses follow</td></tr>
 * </table>
 *
 * @param terms the features that are named
 * @param without the columns that give none of their own
 */
public record FeatureTerms(List<FeatureTerm> terms, List<String> without) {
  /** Every input column. */
  public static final FeatureTerms ALL = new FeatureTerms(List.of(), List.of());

  public FeatureTerms {
    terms = List.copyOf(terms);
    without = List.copyOf(without);
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
   * Parses a list of columns, whose names are written as in terms. Blank text names none.
   *
   * @throws IllegalArgumentException for text that is no list of columns, or names one twice; the
   *     message names the column, the position and a remedy
   */
  public static List<String> parseColumns(String text) {
    return text.isBlank() ? List.of() : new TermParser(text).parseColumns();
  }

  /**
   * Parses a list of columns, each with a colon and a word behind it, in their order. Names are
   * written as in terms. Blank text names none.
   *
   * @throws IllegalArgumentException as {@link #parseColumns}
   */
  public static Map<String, String> parseWords(String text) {
    return text.isBlank() ? Map.of() : new TermParser(text).parseWords();
  }

  /** The same without mention of columns that are left out in any case. */
  public FeatureTerms leavingOut(Set<String> columns) {
    return new FeatureTerms(terms, without.stream().filter(one -> !columns.contains(one)).toList());
  }

  /**
   * The features of a table.
   *
   * @throws IllegalArgumentException for a term that does not fit the table; the message names the
   *     term, its number and a remedy
   */
  public FeatureList resolve(List<Column> columns) {
    TableColumns table = new TableColumns(columns);
    FeatureList features = new FeatureList(features(table));
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

  private List<Feature> features(TableColumns table) {
    List<Feature> written = written(table::input);
    if (without.isEmpty() && !written.isEmpty()) {
      return written;
    }
    Set<Column> left = leftOut(table);
    List<Feature> features = new ArrayList<>();
    for (Column column : table.all()) {
      List<Feature> own =
          written.stream().filter(one -> one.columns().equals(List.of(column))).toList();
      features.addAll(own);
      boolean isInput = column.role() == ColumnRole.INPUT;
      if (own.isEmpty() && isInput && !left.contains(column)) {
        features.add(Feature.of(column));
      }
    }
    written.stream().filter(one -> one.columns().size() > 1).forEach(features::add);
    return features;
  }

  private Set<Column> leftOut(TableColumns table) {
    Set<Column> left = new HashSet<>();
    for (int i = 0; i < without.size(); i++) {
      String name = without.get(i);
      left.add(ofTerm(i, "-" + ColumnName.written(name), () -> table.named(name)));
    }
    return left;
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
    return Stream.concat(
            without.stream().map(name -> "-" + ColumnName.written(name)),
            terms.stream().map(FeatureTerm::text))
        .collect(Collectors.joining(","));
  }
}
