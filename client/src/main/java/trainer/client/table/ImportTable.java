package trainer.client.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.container.RowSchema;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnName;
import trainer.core.job.ImportColumns;
import trainer.core.text.Quantity;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.format.whole.WholeFileFormat;
import trainer.data.index.InputSample;

/** The table that an import reads: the type in which it writes each column. */
final class ImportTable implements SampledTable {
  private final TableSample sample;
  private final Settings settings;
  private final ImportColumns columns;

  private ImportTable(TableSample sample, Settings settings) {
    this.sample = sample;
    this.settings = settings;
    Map<String, ImportColumns.Type> named = named();
    List<ImportColumns.Column> all = new ArrayList<>();
    for (ColumnSample column : sample.columns()) {
      ImportColumns.Type type = named.getOrDefault(column.name(), sampled(column));
      all.add(new ImportColumns.Column(column.name(), type));
    }
    this.columns = new ImportColumns(all);
  }

  /**
   * Samples an input.
   *
   * @param input its files
   * @return empty if its rows are keys and values
   * @throws FailureException CONFIG_INVALID, CONFIG_CONFLICT for a setting that does not fit the
   *     input
   */
  static Optional<ImportTable> of(
      Configuration hadoop, Settings settings, InputLister.Listing input) {
    if (settings.get(Keys.INPUT_FORMAT).equals(WholeFileFormat.NAME)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "whole files are records without columns, and an import would write their paths alone",
          Keys.INPUT_FORMAT.name(),
          "leave --format out, or copy the files with hadoop distcp");
    }
    TableSample sample = InputSample.of(hadoop, settings, input);
    if (sample.columns().isEmpty()) {
      requireKeyed(settings);
      return Optional.empty();
    }
    SampledTable.requireRecords(sample, settings);
    return Optional.of(new ImportTable(sample, settings));
  }

  private static void requireKeyed(Settings settings) {
    String rows = "the input's rows are keys and values, and no table";
    if (settings.get(Keys.IMPORT_FORMAT) == Keys.ImportFormat.PARQUET) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          rows + "; those are written as Avro alone",
          settings.get(Keys.INPUT),
          "give --to avro");
    }
    if (settings.isSet(Keys.IMPORT_TYPES)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          Keys.IMPORT_TYPES + " names columns; " + rows,
          settings.get(Keys.INPUT),
          "leave --types out, or give another input");
    }
  }

  private Map<String, ImportColumns.Type> named() {
    List<String> names = sample.columns().stream().map(ColumnSample::name).toList();
    Map<String, ImportColumns.Type> named = new HashMap<>();
    for (ImportColumns.Column column : TableUse.types(settings).columns()) {
      if (!names.contains(column.name())) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            "the input has no column " + ColumnName.written(column.name()),
            Keys.IMPORT_TYPES.name(),
            NearestName.to(column.name(), names)
                .map(near -> "did you mean " + near + "?")
                .orElse("the columns are: " + String.join(", ", names)));
      }
      named.put(column.name(), column.type());
    }
    return named;
  }

  private static ImportColumns.Type sampled(ColumnSample column) {
    return switch (column.kind()) {
      case BOOLEAN -> ImportColumns.Type.BOOLEAN;
      case TEXT -> ImportColumns.Type.TEXT;
      case NUMBER ->
          column.isWhole()
              ? ImportColumns.Type.LONG
              : column.hasCodes() ? ImportColumns.Type.TEXT : ImportColumns.Type.DOUBLE;
    };
  }

  @Override
  public Map<String, String> resolvedSettings() {
    return Map.of(Keys.IMPORT_TYPES.name(), columns.toString());
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    sample
        .leftOut()
        .forEach(
            (name, type) -> warnings.add("column " + name + " is left out: its type is " + type));
    if (settings.get(Keys.IMPORT_FORMAT) == Keys.ImportFormat.AVRO) {
      List<String> renamed = RowSchema.ofTable(columns).names();
      for (int i = 0; i < renamed.size(); i++) {
        String name = columns.names().get(i);
        if (!name.equals(renamed.get(i))) {
          String now = renamed.get(i);
          warnings.add(
              "column '" + name + "' is called " + now + " in Avro; --to parquet keeps it");
        }
      }
    }
    return warnings;
  }

  @Override
  public List<String> lines() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("column", "type", "missing", "example"));
    List<ColumnSample> sampled = sample.columns();
    for (int i = 0; i < Math.min(sampled.size(), TextTable.MOST_ROWS); i++) {
      ColumnSample column = sampled.get(i);
      String type = columns.columns().get(i).type().word();
      String missing = Quantity.grouped(column.missing());
      rows.add(List.of(column.name(), type, missing, column.example()));
    }
    List<String> lines = new ArrayList<>();
    lines.add("columns, by the first " + Quantity.of(sample.records(), "record") + " read:");
    lines.addAll(TextTable.lines(rows, sampled.size() + 1));
    return lines;
  }
}
