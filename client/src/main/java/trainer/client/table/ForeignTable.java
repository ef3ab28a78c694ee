package trainer.client.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.text.Quantity;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.index.InputSample;

/** The table that a model of another program reads: the columns it takes, and those copied. */
final class ForeignTable implements SampledTable {
  private static final int MOST_NAMES = 30;

  private final TableSample sample;
  private final List<String> read;
  private final List<String> kept;

  private ForeignTable(TableSample sample, Settings settings) {
    this.sample = sample;
    this.read = TableUse.kept(settings, Keys.SCORE_COLUMNS);
    this.kept = TableUse.kept(settings, Keys.SCORE_KEEP);
    read.forEach(name -> require(name, Keys.SCORE_COLUMNS, "the model reads"));
    kept.forEach(name -> require(name, Keys.SCORE_KEEP, "--keep names"));
  }

  /**
   * Samples an input.
   *
   * @throws FailureException CONFIG_INVALID for a column that the input does not have;
   *     CONFIG_CONFLICT for an input of keys and values
   */
  static ForeignTable of(Configuration hadoop, Settings settings, InputLister.Listing input) {
    TableSample sample = InputSample.of(hadoop, settings, input);
    if (sample.columns().isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model reads columns, and the input has none: its rows are keys and values",
          settings.get(Keys.INPUT),
          "give a table, such as CSV with a header, Avro, Parquet or ORC");
    }
    SampledTable.requireRecords(sample, settings);
    return new ForeignTable(sample, settings);
  }

  private void require(String name, Key<String> key, String asking) {
    List<String> names = sample.columns().stream().map(ColumnSample::name).toList();
    if (!names.contains(name)) {
      String meant =
          NearestName.to(name, names).map(near -> "did you mean " + near + "? ").orElse("");
      String shown = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
      boolean isModels = key == Keys.SCORE_COLUMNS;
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          asking + " column " + name + ", and the input has none of that name",
          isModels ? Keys.ONNX_COLUMNS.name() : key.name(),
          meant
              + "the columns are: "
              + shown
              + (names.size() > MOST_NAMES ? ", ..." : "")
              + (isModels ? "; name the one to read as in " + name + "=COLUMN" : ""));
    }
  }

  @Override
  public Map<String, String> resolvedSettings() {
    return Map.of();
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    sample
        .leftOut()
        .forEach(
            (name, type) -> warnings.add("column " + name + " is left out: its type is " + type));
    return warnings;
  }

  @Override
  public List<String> lines() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("column", "kind", "use", "missing", "example"));
    List<ColumnSample> columns = sample.columns();
    for (ColumnSample column : columns.subList(0, Math.min(columns.size(), TextTable.MOST_ROWS))) {
      rows.add(
          List.of(
              column.name(),
              column.kind().name().toLowerCase(Locale.ROOT),
              useOf(column.name()),
              Quantity.grouped(column.missing()),
              column.example()));
    }
    List<String> lines = new ArrayList<>();
    lines.add("columns, by the first " + Quantity.of(sample.records(), "record") + " read:");
    lines.addAll(TextTable.lines(rows, columns.size() + 1));
    return lines;
  }

  private String useOf(String name) {
    if (read.contains(name)) {
      return kept.contains(name) ? "model, kept" : "model";
    }
    return kept.contains(name) ? "kept" : "-";
  }
}
