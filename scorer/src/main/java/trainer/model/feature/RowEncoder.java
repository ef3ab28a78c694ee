package trainer.model.feature;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import trainer.core.config.NearestName;
import trainer.model.failure.RowException;

/**
 * Turns rows of named values into keys and values of features, in the order of the model's terms.
 * Immutable, so that any number of threads use it.
 */
public final class RowEncoder {
  private static final double[] UNSCALED = {0, 1};

  private final String[] names;
  private final Feature[] features;

  /**
   * An encoder of a model's features.
   *
   * @param text the terms of {@code trainer.features}
   * @param keys of the features
   * @param nullText the text that is NULL; empty for none
   * @param scales mean and deviation of each standardised number, in the order of the terms
   * @throws IllegalArgumentException if these do not fit together
   */
  public RowEncoder(String text, FeatureKeys keys, String nullText, List<double[]> scales) {
    List<Term> terms = TermParser.parse(text);
    Map<String, Column> columns = columns(terms, nullText);
    names = new String[columns.size()];
    columns.values().forEach(column -> names[column.index()] = column.name());
    if (terms.stream().filter(Term::isStandardised).count() != scales.size()) {
      throw new IllegalArgumentException(scales.size() + " means and deviations");
    }
    Iterator<double[]> nextScale = scales.iterator();
    Set<String> met = new HashSet<>();
    List<Feature> made = new ArrayList<>();
    for (Term term : terms) {
      double[] scale = term.isStandardised() ? nextScale.next() : UNSCALED;
      boolean isFirst = term.columns().size() == 1 && met.add(term.columns().get(0));
      made.add(feature(term, columns, scale, isFirst, keys));
    }
    features = made.toArray(new Feature[0]);
  }

  /** The columns of the terms by name, numbered in the order in which the terms name them. */
  private static Map<String, Column> columns(List<Term> terms, String nullText) {
    Set<String> numeric = new HashSet<>();
    terms.stream().filter(Term::isNumeric).forEach(term -> numeric.addAll(term.columns()));
    Map<String, Column> columns = new HashMap<>();
    for (Term term : terms) {
      for (String name : term.columns()) {
        Column next = new Column(columns.size(), name, numeric.contains(name), nullText);
        columns.putIfAbsent(name, next);
      }
    }
    return columns;
  }

  private static Feature feature(
      Term term, Map<String, Column> columns, double[] scale, boolean isFirst, FeatureKeys keys) {
    Column column = columns.get(term.columns().get(0));
    switch (term.use()) {
      case "category":
        return new CategoryFeature(column, isFirst, keys);
      case "bucket":
        return new BucketFeature(column, term.bounds(), isFirst, keys);
      case "cross":
        List<Column> crossed = new ArrayList<>();
        term.columns().forEach(name -> crossed.add(columns.get(name)));
        return new CrossFeature(crossed, keys);
      default:
        return new NumericFeature(column, term.use(), scale, isFirst, keys);
    }
  }

  /** The names of the columns that rows must have, in the order of {@link #encode(Object[])}. */
  public List<String> columns() {
    return List.of(names);
  }

  /**
   * The features of a row by name. Columns that the model does not use are passed over.
   *
   * @throws RowException if a column is missing, or a value does not fit; it names the column
   */
  public SparseRow encode(Map<String, ?> row) {
    Object[] fields = new Object[names.length];
    for (int i = 0; i < fields.length; i++) {
      Object field = row.get(names[i]);
      if (field == null && !row.containsKey(names[i])) {
        throw missing(names[i], row);
      }
      fields[i] = field;
    }
    return encode(fields);
  }

  /**
   * The features of a row.
   *
   * @param fields the values of {@link #columns}, in that order
   * @throws RowException if there are more or fewer, or a value does not fit; it names the column
   */
  public SparseRow encode(Object[] fields) {
    if (fields.length != names.length) {
      throw new RowException(
          null,
          "the row has "
              + fields.length
              + " values; give "
              + names.length
              + ", one for each of "
              + String.join(", ", names));
    }
    SparseRow row = new SparseRow(features.length);
    for (Feature feature : features) {
      feature.add(fields, row);
    }
    return row;
  }

  private RowException missing(String column, Map<String, ?> row) {
    Set<String> others = new TreeSet<>();
    for (Object name : row.keySet()) {
      if (name instanceof String) {
        others.add((String) name);
      }
    }
    others.removeAll(Set.of(names));
    String near = NearestName.to(column, others).map(name -> " (it has '" + name + "')").orElse("");
    return new RowException(
        column,
        "the row has no column '"
            + column
            + "'"
            + near
            + "; give each column of the model, and null for a missing value");
  }
}
