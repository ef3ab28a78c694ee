package trainer.data.format.avro;

import java.util.ArrayList;
import java.util.List;
import trainer.avro.container.GrowingBytes;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnKind;
import trainer.core.input.BadRecords;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;
import trainer.data.format.table.DeclaredColumn;
import trainer.data.format.table.FieldText;

/** Samples the columns of a file and its first records. */
final class TableSampler {
  private static final int MOST_RECORDS = 4096;

  private final TableSchema table;
  private final TableSample sample;

  /** The vectors and samples of the fields; null for those that are not read. */
  private final List<FieldVector> vectors = new ArrayList<>();

  private final List<ColumnSample> columns = new ArrayList<>();
  private final RowBytes in = new RowBytes();
  private int records;

  private TableSampler(TableSchema table, TableSample sample) {
    this.table = table;
    this.sample = sample;
    for (TableSchema.Field field : table.fields()) {
      FieldType type = field.type();
      if (type.kind() == null) {
        sample.leaveOut(field.name(), type.title());
        vectors.add(null);
        columns.add(null);
      } else {
        vectors.add(new FieldVector(field.name(), type, true, 1));
        columns.add(sample.column(field.name()));
        columns.get(columns.size() - 1).declare(type.kind(), type.isWhole());
      }
    }
  }

  /**
   * Adds a file's columns and first records.
   *
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a job that names a column
   *     which is not read; INPUT_TRUNCATED, INPUT_CORRUPT for a first block that cannot be read
   */
  static void add(InputContainer container, FormatSettings settings, TableSample sample) {
    TableSchema table = TableSchema.of(container.record(), container.path());
    DeclaredColumn.requireReadable(table.columns(), settings.table(), table.path());
    TableSampler sampler = new TableSampler(table, sample);
    BlockLoader blocks = new BlockLoader(container, settings.maxRecordBytes());
    BadRecords bad =
        ContainerWalk.head(
            container,
            (offset, length, records) -> sampler.addBlock(blocks, offset),
            () -> sampler.records < MOST_RECORDS);
    if (bad.count() > 0 && sampler.records == 0) {
      throw bad.first().toException();
    }
  }

  private void addBlock(BlockLoader blocks, long offset) {
    GrowingBytes payload = blocks.load(offset);
    in.set(payload.array(), payload.from(), payload.to());
    int wanted = Math.min(blocks.records(), MOST_RECORDS - records);
    try {
      for (int i = 0; i < wanted; i++) {
        read();
        in.endRecord();
        addRecord();
      }
    } catch (RuntimeException e) {
      throw blocks.corrupt(AvroDecoder.text(e), offset, e);
    }
  }

  private void read() {
    for (int i = 0; i < vectors.size(); i++) {
      if (vectors.get(i) == null) {
        ValueSkipper.skip(table.fields().get(i).schema(), in);
      } else {
        vectors.get(i).read(in, 0);
      }
    }
  }

  private void addRecord() {
    for (int i = 0; i < vectors.size(); i++) {
      if (vectors.get(i) != null) {
        addValue(vectors.get(i), table.fields().get(i).type(), columns.get(i));
      }
    }
    sample.endRecord();
    records++;
  }

  private static void addValue(FieldVector values, FieldType type, ColumnSample column) {
    if (values.isNull(0)) {
      column.addMissing();
      return;
    }
    try {
      column.add(text(values, type), type.kind() == ColumnKind.NUMBER);
    } catch (BadFieldException e) {
      column.addMissing(); // the check that follows reports the record
    }
  }

  private static String text(FieldVector values, FieldType type) {
    return switch (type.form()) {
      case WHOLE, TEXT, SYMBOL -> FieldText.whole(values, 0);
      case BOOLEAN -> String.valueOf(values.flag(0));
      default -> String.valueOf(values.number(0));
    };
  }
}
