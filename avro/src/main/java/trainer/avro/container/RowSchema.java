package trainer.avro.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import trainer.core.job.ImportColumns;

/** The schema of the rows that a job writes: scores, or a table or keys and values as they were. */
public final class RowSchema {
  private static final String FORMAT_KEY = "formatVersion";
  private static final String FORMAT = "1";

  private final Schema schema;

  private RowSchema(Schema schema) {
    this.schema = schema;
  }

  /**
   * The schema of rows with these columns.
   *
   * @param texts nullable strings
   * @param numbers floats behind them
   * @param isFirstWhole whether the first of the numbers is an int
   */
  public static RowSchema of(List<String> texts, List<String> numbers, boolean isFirstWhole) {
    Set<String> used = new HashSet<>();
    SchemaBuilder.FieldAssembler<Schema> fields =
        SchemaBuilder.record("Row").namespace("trainer.score").fields();
    for (String text : texts) {
      fields = fields.optionalString(name(text, used));
    }
    for (int i = 0; i < numbers.size(); i++) {
      String name = name(numbers.get(i), used);
      fields = i == 0 && isFirstWhole ? fields.requiredInt(name) : fields.requiredFloat(name);
    }
    return new RowSchema(fields.endRecord());
  }

  /** The schema of rows of a table, all of whose columns are nullable. */
  public static RowSchema ofTable(ImportColumns columns) {
    Set<String> used = new HashSet<>();
    SchemaBuilder.FieldAssembler<Schema> fields =
        SchemaBuilder.record("Row").namespace("trainer.data").fields();
    for (ImportColumns.Column column : columns.columns()) {
      String name = name(column.name(), used);
      fields =
          switch (column.type()) {
            case LONG -> fields.optionalLong(name);
            case DOUBLE -> fields.optionalDouble(name);
            case BOOLEAN -> fields.optionalBoolean(name);
            case TEXT -> fields.optionalString(name);
          };
    }
    return new RowSchema(fields.endRecord());
  }

  /** The schema of rows of keys and values; no label and no values are null. */
  public static RowSchema ofKeys() {
    return new RowSchema(
        SchemaBuilder.record("Row")
            .namespace("trainer.data")
            .fields()
            .optionalFloat("label")
            .name("indices")
            .type()
            .array()
            .items()
            .longType()
            .noDefault()
            .name("values")
            .type()
            .optional()
            .array()
            .items()
            .floatType()
            .endRecord());
  }

  /** The names of the fields, in their order. */
  public List<String> names() {
    return schema.getFields().stream().map(Schema.Field::name).toList();
  }

  /** The column's name with an underscore for each character that Avro does not allow. */
  private static String name(String column, Set<String> used) {
    String name = column.replaceAll("[^A-Za-z0-9_]", "_").replaceFirst("^(?=[0-9]|$)", "_");
    while (!used.add(name)) {
      name += "_";
    }
    return name;
  }

  /**
   * Begins a file of such rows.
   *
   * @param sync the marker between blocks
   */
  public ContainerWriter begin(OutputStream out, byte[] sync) throws IOException {
    return new ContainerWriter(out, schema, FORMAT_KEY, FORMAT, sync);
  }
}
