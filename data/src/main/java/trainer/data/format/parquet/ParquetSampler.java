package trainer.data.format.parquet;

import java.nio.charset.StandardCharsets;
import java.util.List;
import trainer.core.feature.ColumnKind;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;

/** Samples the columns of a file and their first rows. */
final class ParquetSampler {
  private static final int MOST_ROWS = 4 * RowGroupReader.BATCH;

  private final List<ParquetColumn> columns;
  private final List<ColumnBatch> batches;
  private final List<ColumnSample> samples;

  private ParquetSampler(ParquetFile file, TableSample sample) {
    columns = file.readable();
    batches =
        columns.stream()
            .map(column -> new ColumnBatch(column, hasTexts(column), RowGroupReader.BATCH))
            .toList();
    samples = columns.stream().map(column -> sample.column(column.name())).toList();
  }

  private static boolean hasTexts(ParquetColumn column) {
    return column.type().kind() == ColumnKind.TEXT || column.type().isWhole();
  }

  static void add(ParquetFile file, FormatSettings settings, TableSample sample) {
    for (ParquetColumn column : file.columns()) {
      if (column.type().kind() == null) {
        sample.leaveOut(column.name(), column.type().title());
      } else {
        sample.column(column.name()).declare(column.type().kind());
      }
    }
    if (!file.groups().isEmpty()) {
      new ParquetSampler(file, sample).add(file, file.groups().get(0), settings, sample);
    }
  }

  private void add(ParquetFile file, RowGroup group, FormatSettings settings, TableSample sample) {
    RowGroupReader reader =
        new RowGroupReader(file, group, columns, batches, settings.maxRecordBytes());
    int wanted = Math.min(MOST_ROWS, group.rows());
    while (reader.row() < wanted) {
      int count = Math.min(RowGroupReader.BATCH, wanted - reader.row());
      reader.read(count);
      for (int row = 0; row < count; row++) {
        addRow(row);
        sample.endRecord();
      }
    }
  }

  private void addRow(int row) {
    for (int i = 0; i < batches.size(); i++) {
      ColumnBatch values = batches.get(i);
      if (values.isNull(row)) {
        samples.get(i).addMissing();
      } else {
        ColumnKind kind = columns.get(i).type().kind();
        samples.get(i).add(text(values, i, row), kind == ColumnKind.NUMBER);
      }
    }
  }

  private String text(ColumnBatch values, int column, int row) {
    if (hasTexts(columns.get(column))) {
      int from = values.start(row);
      int length = values.end(row) - from;
      return new String(values.bytes(row), from, length, StandardCharsets.UTF_8);
    }
    boolean isBoolean = columns.get(column).type().kind() == ColumnKind.BOOLEAN;
    return isBoolean ? String.valueOf(values.flag(row)) : String.valueOf(values.number(row));
  }
}
