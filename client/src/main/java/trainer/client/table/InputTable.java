package trainer.client.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.Feature;
import trainer.core.feature.FeatureList;
import trainer.core.input.Labels;
import trainer.core.text.Quantity;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.index.InputSample;

/**
 * The table that a job reads: the kind and the use of each column, from a sample of its first
 * records.
 */
final class InputTable implements SampledTable {
  private static final int MOST_NAMES = 30;

  private final Settings settings;
  private final TableSample sample;
  private final TableUse use;
  private final FeatureList features;
  private final Map<String, Set<String>> usesByColumn = new HashMap<>();
  private final PositiveLabel positive;

  private InputTable(Settings settings, TableSample sample, Labels labels) {
    this.settings = settings;
    this.sample = sample;
    this.use = TableUse.of(settings);
    ColumnSample label = named(Keys.LABEL, use.label());
    if (use.weight().equals(use.label())) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "column " + use.label() + " cannot be both label and weight",
          Keys.LABEL + ", " + Keys.WEIGHT,
          "change one of the two");
    }
    if (!use.weight().isEmpty()) {
      requireNumbers(named(Keys.WEIGHT, use.weight()));
    }
    use.kept().forEach(name -> named(Keys.SCORE_KEEP, name));
    this.positive = PositiveLabel.of(label, use.positive(), use.negative(), labels);
    this.features = resolved();
    for (Feature feature : features.features()) {
      for (Column column : feature.columns()) {
        usesByColumn
            .computeIfAbsent(column.name(), name -> new LinkedHashSet<>())
            .add(feature.use());
      }
    }
  }

  /**
   * Samples an input.
   *
   * @param input its files
   * @param labels the labels that the model takes
   * @return empty if its rows are keys and values
   * @throws FailureException CONFIG_INVALID for a setting that does not fit the columns
   */
  static Optional<InputTable> of(
      Configuration hadoop, Settings settings, InputLister.Listing input, Labels labels) {
    TableSample sample = InputSample.of(hadoop, settings, input);
    if (sample.columns().isEmpty()) {
      requireNoColumns(settings);
      return Optional.empty();
    }
    SampledTable.requireRecords(sample, settings);
    return Optional.of(new InputTable(settings, sample, labels));
  }

  private static void requireNoColumns(Settings settings) {
    for (Key<String> key : List.of(Keys.LABEL, Keys.WEIGHT, Keys.FEATURES, Keys.SCORE_KEEP)) {
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
          meant
              + "the columns are: "
              + names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
              + (names.size() > MOST_NAMES ? ", ..." : "")
              + (names.size() == 1
                  ? "; if that is several columns, set " + Keys.CSV_DELIMITER
                  : "; for files without a header set " + Keys.CSV_COLUMNS));
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

  private FeatureList resolved() {
    List<Column> columns = new ArrayList<>();
    for (ColumnSample column : sample.columns()) {
      columns.add(
          new Column(columns.size(), column.name(), column.kind(), use.role(column.name())));
    }
    try {
      return use.features().orElseThrow().leavingOut(sample.leftOut().keySet()).resolve(columns);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID, e.getMessage(), Keys.FEATURES.name(), "correct the term");
    }
  }

  @Override
  public Map<String, String> resolvedSettings() {
    Map<String, String> resolved = new HashMap<>();
    resolved.put(Keys.LABEL.name(), use.label());
    resolved.put(Keys.FEATURES.name(), features.terms().toString());
    resolved.put(Keys.FEATURES_SEED.name(), "" + settings.get(Keys.FEATURES_SEED));
    if (!positive.text().isEmpty()) {
      resolved.put(Keys.LABEL_POSITIVE.name(), positive.text());
      resolved.put(Keys.LABEL_NEGATIVE.name(), positive.other());
    }
    return resolved;
  }

  @Override
  public List<String> warnings() {
    return new ColumnWarnings(sample, this::isFeature).lines();
  }

  private boolean isFeature(ColumnSample column) {
    return usesByColumn.containsKey(column.name());
  }

  @Override
  public List<String> lines() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("column", "kind", "use", "missing", "distinct", "example"));
    sample.columns().stream().limit(TextTable.MOST_ROWS).forEach(column -> rows.add(row(column)));
    List<String> lines = new ArrayList<>();
    lines.add("columns, by the first " + Quantity.of(sample.records(), "record") + " read:");
    lines.addAll(TextTable.lines(rows, sample.columns().size() + 1));
    return lines;
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
      return positive.use();
    }
    if (name.equals(use.weight())) {
      return "weight";
    }
    String uses = String.join(", ", usesByColumn.getOrDefault(name, Set.of()));
    return uses.isEmpty() ? "-" : uses;
  }
}
