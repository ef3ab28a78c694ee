package trainer.iceberg;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** An Iceberg table of people, written by Iceberg. */
record People(Table table) {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "label", Types.IntegerType.get()),
          Types.NestedField.optional(2, "age", Types.DoubleType.get()),
          Types.NestedField.optional(3, "city", Types.StringType.get()),
          Types.NestedField.optional(4, "dt", Types.StringType.get()));

  private static final PartitionSpec BY_DAY =
      PartitionSpec.builderFor(SCHEMA).identity("dt").truncate("city", 1).build();

  /** Creates a table without rows. */
  static People create(String folder) {
    return new People(
        new HadoopTables(new Configuration(false)).create(SCHEMA, BY_DAY, Map.of(), folder));
  }

  /** Appends the rows of a day, a file for each of three cities; returns the snapshot's id. */
  long append(String day, int rows) throws IOException {
    var append = table.newAppend();
    for (String city : new String[] {"Rome", "Oslo", "Köln"}) {
      append.appendFile(file(day, city, rows / 3));
    }
    append.commit();
    return table.currentSnapshot().snapshotId();
  }

  private DataFile file(String day, String city, int rows) throws IOException {
    GenericRecord row = GenericRecord.create(SCHEMA);
    row.setField("city", city);
    row.setField("dt", day);
    PartitionKey key = new PartitionKey(table.spec(), SCHEMA);
    key.partition(row);
    String path = table.locationProvider().newDataLocation(table.spec(), key, name(day, city));
    OutputFile out = table.io().newOutputFile(path);
    SplittableRandom random = new SplittableRandom(day.hashCode() + city.hashCode());
    DataWriter<GenericRecord> writer =
        Parquet.writeData(out)
            .schema(SCHEMA)
            .withSpec(table.spec())
            .withPartition(key)
            .createWriterFunc(GenericParquetWriter::buildWriter)
            .overwrite()
            .build();
    try (writer) {
      for (int i = 0; i < rows; i++) {
        row.setField("label", random.nextInt(2));
        row.setField("age", random.nextInt(10) == 0 ? null : 20 + random.nextInt(60) / 2.0);
        writer.write(row);
      }
    }
    return writer.toDataFile();
  }

  private static String name(String day, String city) {
    return UUID.nameUUIDFromBytes((day + city).getBytes(StandardCharsets.UTF_8)) + ".parquet";
  }
}
