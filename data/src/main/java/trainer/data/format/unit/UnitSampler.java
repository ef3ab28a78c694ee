package trainer.data.format.unit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;

/** Samples the columns of a file and their first rows. */
final class UnitSampler {
  private static final int MOST_ROWS = 4 * UnitReader.BATCH;

  private final List<? extends StoredColumn> columns;
  private final List<? extends ColumnVector> batches;
  private final List<ColumnSample> samples;

  private UnitSampler(
      List<? extends StoredColumn> columns,
      List<? extends ColumnVector> batches,
      TableSample sample) {
    this.columns = columns;
    this.batches = batches;
    this.samples = columns.stream().map(column -> sample.column(column.name())).toList();
  }

  private static boolean isText(StoredColumn column) {
    return column.kind() == ColumnKind.TEXT || column.isWhole();
  }

  private static ValueForm form(StoredColumn column) {
    return isText(column) ? ValueForm.TEXT : ValueForm.NUMBER;
  }

  static <C extends StoredColumn, U extends RowUnit> void add(
      UnitFile<C, U> file, FormatSettings settings, TableSample sample) {
    for (C column : file.columns()) {
      if (column.kind() == null) {
        sample.leaveOut(column.name(), column.title());
      } else {
        sample.column(column.name()).declare(column.kind(), column.isWhole());
      }
    }
    if (!file.units().isEmpty()) {
      U first = file.units().get(0);
      List<C> columns = file.readable();
      ColumnBatches<U> batches =
          file.batches(columns, UnitSampler::form, settings.maxRecordBytes());
      new UnitSampler(columns, batches.vectors(), sample)
          .add(batches.open(first), Math.min(MOST_ROWS, first.rows()), sample);
    }
  }

  private void add(UnitReader reader, int wanted, TableSample sample) {
    while (reader.row() < wanted) {
      int count = Math.min(UnitReader.BATCH, wanted - reader.row());
      reader.read(count);
      for (int row = 0; row < count; row++) {
        addRow(row);
        sample.endRecord();
      }
    }
  }

  private void addRow(int row) {
    for (int i = 0; i < batches.size(); i++) {
      ColumnVector values = batches.get(i);
      if (values.isNull(row)) {
        samples.get(i).addMissing();
      } else {
        ColumnKind kind = columns.get(i).kind();
        samples.get(i).add(text(values, i, row), kind == ColumnKind.NUMBER);
      }
    }
  }

  private String text(ColumnVector values, int column, int row) {
    if (isText(columns.get(column))) {
      int from = values.start(row);
      int length = values.end(row) - from;
      return new String(values.bytes(row), from, length, StandardCharsets.UTF_8);
    }
    boolean isBoolean = columns.get(column).kind() == ColumnKind.BOOLEAN;
    return isBoolean ? String.valueOf(values.flag(row)) : String.valueOf(values.number(row));
  }
}
