package trainer.data.format.csv;

import java.util.ArrayList;
import java.util.List;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.format.table.FieldText;

/**
 * Samples the first records of a CSV file. Records with too many or too few fields are left out.
 */
final class CsvSampler {
  private CsvSampler() {}

  static void add(CsvFile csv, long most, TableSample sample) {
    CsvScanner scanner = csv.records();
    CsvParser record = scanner.record();
    List<ColumnSample> columns = new ArrayList<>();
    List<CsvField> fields = new ArrayList<>();
    CsvBatch batch = new CsvBatch(csv.header().columns().size());
    for (String name : csv.header().columns()) {
      fields.add(new CsvField(batch, fields.size(), name, csv.missing()));
      columns.add(sample.column(name));
    }
    while (scanner.place(record.position()) < most && scanner.next()) {
      if (record.fields() == fields.size()) {
        batch.clear();
        batch.add(record);
        for (int i = 0; i < fields.size(); i++) {
          add(fields.get(i), columns.get(i));
        }
        sample.endRecord();
      }
    }
  }

  /** Adds a field's value. */
  static void add(CsvField field, ColumnSample column) {
    if (field.isNull(0)) {
      column.addMissing();
    } else {
      column.add(FieldText.whole(field, 0), field.isNumber(0));
    }
  }
}
