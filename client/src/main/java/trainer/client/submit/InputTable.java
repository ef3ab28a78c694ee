package trainer.client.submit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.ColumnRole;
import trainer.core.feature.FeatureList;
import trainer.core.input.Labels;
import trainer.core.text.Quantity;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.index.InputSample;

/**
 * The table that a job reads: the kind and the use of each column, from a sample of its first
 * records.
 */
final class InputTable {
  private final Settings settings;
  private final TableSample sample;
  private final TableUse use;
  private final FeatureList features;
  private final String positive;

  private InputTable(Settings settings, TableSample sample, Labels labels) {
    this.settings = settings;
    this.sample = sample;
    this.use = TableUse.of(settings);
    ColumnSample label = named(Keys.LABEL, use.label());
    if (!use.weight().isEmpty()) {
      requireNumbers(named(Keys.WEIGHT, use.weight()));
    }
    this.positive = positive(label, labels);
    this.features = resolved();
  }

  /**
   * Samples an input.
   *
   * @param labels the labels that the model takes
   * @return empty if its rows are keys and values
   * @throws FailureException CONFIG_INVALID for a setting that does not fit the columns
   */
  static Optional<InputTable> of(Configuration hadoop, Settings settings, Labels labels) {
    TableSample sample = InputSample.of(hadoop, settings, settings.get(Keys.INPUT));
    if (sample.columns().isEmpty()) {
      requireNoColumns(settings);
      return Optional.empty();
    }
    return Optional.of(new InputTable(settings, sample, labels));
  }

  private static void requireNoColumns(Settings settings) {
    for (Key<String> key : List.of(Keys.LABEL, Keys.WEIGHT, Keys.FEATURES)) {
      if (settings.isSet(key)) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            key.name() + " names columns, and the input has none: its rows are keys and values",
            settings.get(Keys.INPUT),
            "leave " + key.name() + " out, or give another input");
      }
    }
  }

  private ColumnSample named(Key<String> key, String name) {
    List<String> names = sample.columns().stream().map(ColumnSample::name).toList();
    int place = names.indexOf(name);
    if (place < 0) {
      String meant =
          NearestName.to(name, names).map(near -> "did you mean " + near + "? ").orElse("");
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the input has no column " + name,
          key.name() + (settings.isSet(key) ? "" : " (its default)"),
          meant + "the columns are: " + String.join(", ", names));
    }
    return sample.columns().get(place);
  }

  private static void requireNumbers(ColumnSample weight) {
    if (weight.kind() != ColumnKind.NUMBER) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "column " + weight.name() + " has texts such as '" + weight.example() + "'",
          Keys.WEIGHT.name(),
          "name a column of numbers above 0");
    }
  }

  /** The text of the label that means 1; empty where labels are numbers. */
  private String positive(ColumnSample label, Labels labels) {
    if (!use.positive().isEmpty() || label.kind() != ColumnKind.TEXT) {
      return use.positive();
    }
    if (!labels.equals(Labels.BINARY)) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the label, column " + label.name() + ", has texts such as '" + label.example() + "'",
          Keys.LABEL.name(),
          "this model takes numbers, or classes from 0 on; give a column of these");
    }
    Map<String, Integer> counts = label.counts();
    if (counts.size() != 2) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the label, column "
              + label.name()
              + ", has "
              + Quantity.of(counts.size(), "different text")
              + ", such as '"
              + label.example()
              + "'",
          Keys.LABEL_POSITIVE.name(),
          "give --positive TEXT, the text that means 1; all others mean 0");
    }
    Comparator<Map.Entry<String, Integer>> rarest = Map.Entry.comparingByValue();
    return counts.entrySet().stream()
        .min(rarest.thenComparing(Map.Entry.<String, Integer>comparingByKey().reversed()))
        .orElseThrow()
        .getKey();
  }

  private FeatureList resolved() {
    List<Column> columns = new ArrayList<>();
    for (ColumnSample column : sample.columns()) {
      columns.add(new Column(columns.size(), column.name(), column.kind(), role(column.name())));
    }
    try {
      return use.features().resolve(columns);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID, e.getMessage(), Keys.FEATURES.name(), "correct the term");
    }
  }

  private ColumnRole role(String name) {
    if (name.equals(use.label())) {
      return ColumnRole.LABEL;
    }
    return name.equals(use.weight()) ? ColumnRole.WEIGHT : ColumnRole.INPUT;
  }

  /** The settings that name the use of each column, so that no process guesses. */
  Map<String, String> resolvedSettings() {
    Map<String, String> resolved = new HashMap<>();
    resolved.put(Keys.LABEL.name(), use.label());
    resolved.put(Keys.FEATURES.name(), features.terms().toString());
    if (!positive.isEmpty()) {
      resolved.put(Keys.LABEL_POSITIVE.name(), positive);
    }
    return resolved;
  }

  /** A line for each column that is left out, or that is of numbers but for some texts. */
  List<String> warnings() {
    return Stream.concat(leftOut(), strayTexts()).toList();
  }

  private Stream<String> leftOut() {
    return sample.leftOut().entrySet().stream()
        .map(
            column ->
                "column "
                    + column.getKey()
                    + " is left out: it is "
                    + column.getValue()
                    + ", which is not read");
  }

  /** Columns of mostly numbers that texts make columns of categories. */
  private Stream<String> strayTexts() {
    return sample.columns().stream()
        .filter(column -> !column.strayText().isEmpty())
        .filter(column -> role(column.name()) == ColumnRole.INPUT)
        .map(
            column ->
                "column "
                    + column.name()
                    + " is of numbers but for texts such as '"
                    + column.strayText()
                    + "', so each number is a category; "
                    + Keys.CSV_NULL
                    + " makes a text a missing value");
  }

  /** The columns for people: a header, and a line a column. */
  List<String> lines() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("column", "kind", "use", "missing", "distinct", "example"));
    sample.columns().forEach(column -> rows.add(row(column)));
    return TextTable.lines(rows);
  }

  private List<String> row(ColumnSample column) {
    int distinct = column.counts().size();
    return List.of(
        column.name(),
        column.kind().name().toLowerCase(Locale.ROOT),
        useOf(column.name()),
        Quantity.grouped(column.missing()),
        (distinct == ColumnSample.MOST_DISTINCT ? "at least " : "") + Quantity.grouped(distinct),
        column.example());
  }

  private String useOf(String name) {
    if (name.equals(use.label())) {
      return positive.isEmpty() ? "label" : "label, '" + positive + "' is 1";
    }
    if (name.equals(use.weight())) {
      return "weight";
    }
    String uses =
        features.features().stream()
            .filter(feature -> feature.columns().stream().anyMatch(one -> one.name().equals(name)))
            .map(feature -> feature.use())
            .distinct()
            .collect(Collectors.joining(", "));
    return uses.isEmpty() ? "-" : uses;
  }

  /** The number of records that were sampled. */
  long records() {
    return sample.records();
  }
}
