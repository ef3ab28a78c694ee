package trainer.data.format.avro;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A writer's schema, checked to be records with {@code label}, {@code indices} and optionally
 * {@code values}. Other fields are skipped. Each may be a union with null, as Spark and Hive write
 * them. Where labels may be missing, {@code label} may be absent.
 */
final class RowSchema {
  private static final String EXPECTED =
      "records are {label: int, indices: array<long>, values: array<float>}";

  private final Schema record;
  private final String path;
  private final boolean isLabelRequired;

  private RowSchema(Schema record, String path, boolean isLabelRequired) {
    this.record = record;
    this.path = path;
    this.isLabelRequired = isLabelRequired;
  }

  /**
   * Checks the schema of the file at {@code path}.
   *
   * @param isLabelRequired whether a record without a label is broken
   * @throws FailureException INPUT_BAD_FILE
   */
  static RowSchema of(Schema record, String path, boolean isLabelRequired) {
    RowSchema row = new RowSchema(record, path, isLabelRequired);
    row.check();
    return row;
  }

  private void check() {
    if (isLabelRequired || hasLabel()) {
      need(
          "label",
          Schema.Type.INT,
          Schema.Type.LONG,
          Schema.Type.FLOAT,
          Schema.Type.DOUBLE,
          Schema.Type.BOOLEAN);
    }
    needArray("indices", Schema.Type.INT, Schema.Type.LONG);
    if (record.getField("values") != null) {
      needArray("values", Schema.Type.FLOAT, Schema.Type.DOUBLE, Schema.Type.INT, Schema.Type.LONG);
    }
  }

  /** Whether a record without a label is broken. */
  boolean isLabelRequired() {
    return isLabelRequired;
  }

  /** Whether records have the field {@code label}. */
  boolean hasLabel() {
    return record.getField("label") != null;
  }

  /** The fields in the order they are written. */
  List<Schema.Field> fields() {
    return record.getFields();
  }

  private Schema need(String field, Schema.Type... types) {
    Schema.Field found = record.getField(field);
    if (found == null) {
      String names =
          record.getFields().stream().map(Schema.Field::name).collect(Collectors.joining(", "));
      throw bad("its schema has no field '" + field + "', only " + names, path);
    }
    return one(field, found.schema(), types);
  }

  private void needArray(String field, Schema.Type... elements) {
    Schema array = need(field, Schema.Type.ARRAY);
    one(field + "[]", array.getElementType(), elements);
  }

  private Schema one(String what, Schema schema, Schema.Type... types) {
    Schema plain = NullableSchema.of(schema).plain();
    for (Schema.Type type : types) {
      if (plain.getType() == type) {
        return plain;
      }
    }
    String wanted =
        List.of(types).stream()
            .map(type -> type.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw bad("field '" + what + "' is " + name(schema) + "; it can be " + wanted, path);
  }

  private static String name(Schema schema) {
    return schema.getType() == Schema.Type.UNION ? schema.toString() : schema.getType().getName();
  }

  private static FailureException bad(String what, String path) {
    return new FailureException(FailureKind.INPUT_BAD_FILE, what, path, EXPECTED);
  }
}
