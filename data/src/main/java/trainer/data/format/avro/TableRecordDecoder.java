package trainer.data.format.avro;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.TableUse;
import trainer.data.format.table.DeclaredColumn;
import trainer.data.format.table.ExampleBuilder;
import trainer.data.format.table.FileColumns;
import trainer.data.format.table.PartitionColumns;

/**
 * Decodes records as rows of a table. Fields that the job does not use are passed over, and no
 * object is made for a record ({@code benchmarks/tables} has the speed).
 */
final class TableRecordDecoder implements RecordDecoder {
  private static final int BATCH = 256;

  private final Schema[] schemas;

  /** The vectors of the fields; null for those that are not used. */
  private final FieldVector[] fields;

  private final ExampleBuilder examples;

  /**
   * @param labels records with other labels are broken
   * @param buffer receives the examples
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a column that is not there, is
   *     not read or does not fit its use
   */
  TableRecordDecoder(
      TableSchema table,
      TableUse use,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    List<Column> columns = DeclaredColumn.readable(table.columns(), use, table.path());
    List<ColumnVector> partitions = PartitionColumns.append(table.path(), columns);
    FileColumns used = FileColumns.of(columns, use, table.path());
    Map<String, Column> byName = new HashMap<>();
    columns.forEach(column -> byName.put(column.name(), column));
    Set<String> wanted = new HashSet<>();
    used.used().forEach(column -> wanted.add(column.name()));
    Set<String> kept = used.kept().stream().map(Column::name).collect(Collectors.toSet());
    ColumnVector[] vectors = new ColumnVector[columns.size()];
    schemas = table.fields().stream().map(TableSchema.Field::schema).toArray(Schema[]::new);
    fields = new FieldVector[schemas.length];
    for (int i = 0; i < fields.length; i++) {
      TableSchema.Field field = table.fields().get(i);
      if (field.type().kind() != null && wanted.contains(field.name())) {
        Column column = byName.get(field.name());
        boolean hasDigits = column.kind() == ColumnKind.TEXT || kept.contains(field.name());
        fields[i] = new FieldVector(field.name(), field.type(), hasDigits, BATCH);
        vectors[column.index()] = fields[i];
      }
    }
    int first = vectors.length - partitions.size();
    IntStream.range(first, vectors.length).forEach(i -> vectors[i] = partitions.get(i - first));
    examples = new ExampleBuilder(used, vectors, use, labels, encoding, buffer);
  }

  @Override
  public void decode(RowBytes in, int count, ExampleBuilder.Invalid invalid) {
    for (int first = 0; first < count; first += BATCH) {
      int begin = first;
      int size = Math.min(BATCH, count - first);
      for (int i = 0; i < size; i++) {
        read(in, i);
      }
      examples.add(size, (record, what, advice) -> invalid.of(begin + record, what, advice));
    }
  }

  @Override
  public void skip(RowBytes in) {
    read(in, 0);
  }

  private void read(RowBytes in, int record) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == null) {
        ValueSkipper.skip(schemas[i], in);
      } else {
        fields[i].read(in, record);
      }
    }
    in.endRecord();
  }
}
