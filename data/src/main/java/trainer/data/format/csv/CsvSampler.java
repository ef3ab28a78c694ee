package trainer.data.format.csv;

import java.util.ArrayList;
import java.util.List;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;

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
    for (String name : csv.header().columns()) {
      fields.add(new CsvField(record, fields.size(), name, csv.missing()));
      columns.add(sample.column(name));
    }
    while (scanner.place(record.position()) < most && scanner.next()) {
      if (record.fields() == fields.size()) {
        for (int i = 0; i < fields.size(); i++) {
          add(fields.get(i), columns.get(i));
        }
        sample.endRecord();
      }
    }
  }

  private static void add(CsvField field, ColumnSample column) {
    if (field.isNull(0)) {
      column.addMissing();
    } else {
      column.add(field.whole(), field.isNumber());
    }
  }
}
