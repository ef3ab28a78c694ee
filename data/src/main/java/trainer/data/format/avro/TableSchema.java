package trainer.data.format.avro;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import trainer.core.config.Settings;
import trainer.data.format.TableUse;
import trainer.data.format.table.DeclaredColumn;

/**
 * A writer's schema whose records are rows of a table: each field is a column, or is not read.
 *
 * @param fields all fields in the order they are written
 */
record TableSchema(List<Field> fields, String path) {
  /** A field and the meaning of its values. */
  record Field(String name, Schema schema, FieldType type) {
    DeclaredColumn column() {
      return new DeclaredColumn(name, type.kind(), type.isWhole(), type.title());
    }
  }

  static TableSchema of(Schema record, String path) {
    List<Field> fields = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      fields.add(new Field(field.name(), field.schema(), FieldType.of(field.schema())));
    }
    return new TableSchema(List.copyOf(fields), path);
  }

  /**
   * Whether records are rows of a table, and not of keys and values: the job names columns, or no
   * field is an array {@code indices}.
   */
  static boolean describes(Schema record, Settings job) {
    Schema.Field indices = record.getField("indices");
    boolean isKeyed =
        indices != null
            && NullableSchema.of(indices.schema()).plain().getType() == Schema.Type.ARRAY;
    return !isKeyed || TableUse.isAsked(job);
  }

  List<DeclaredColumn> columns() {
    return fields.stream().map(Field::column).toList();
  }
}
